import assert from 'node:assert/strict'
import { type TestContext, vi } from 'vitest'

const realTimeout = globalThis.setTimeout

/** One turn of everything that waits: React's work, promises, and timers that are due. */
async function turn(milliseconds = 1): Promise<void> {
  await new Promise(resolve => setImmediate(resolve))
  await new Promise(resolve => realTimeout(resolve, 1))
  if (globalThis.setTimeout !== realTimeout) vi.advanceTimersByTime(milliseconds)
}

const calmTurns = 8

/**
 * Lets the page come to rest: nothing is left but what waits for the network or the clock. React works in pieces of some
 * milliseconds, and on a busy machine in many: a turn that took long is followed by another one, on a clock that stands.
 */
export async function settle(): Promise<void> {
  for (let calm = 0, turns = 0; calm < calmTurns && turns < 100; turns++) {
    const begun = performance.now()
    await turn(turns < calmTurns ? 1 : 0)
    if (performance.now() - begun < 4) calm++
  }
}

/** From here on time stands still unless the test lets it pass. */
export function holdClock(t: TestContext): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    now: Date.now(),
  })
  t.onTestFinished(() => void vi.useRealTimers())
}

export async function pass(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds)
  await settle()
}

/** The test's own page knows every element that it needs but this one. */
const forgiven = /^The tag <%s> is unrecognized in this browser.* search$/

/** What React and the libraries complain about in the console. */
export function listen(): string[] {
  const complaints: string[] = []
  for (const name of ['error', 'warn'] as const) {
    vi.spyOn(console, name).mockImplementation((...words: unknown[]) => {
      const complaint = words.map(String).join(' ')
      if (!forgiven.test(complaint)) complaints.push(complaint)
    })
  }
  return complaints
}

const wordsOf = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim()

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What a visitor sees and does, in the words on the page. */
export class Screen {
  readonly #box: HTMLElement

  constructor(box: HTMLElement) {
    this.#box = box
  }

  get text(): string {
    return wordsOf(this.#box)
  }

  /** Waits for what it looks for, also for parts that a page brings from the disk of a busy machine. */
  async until<Found>(look: () => Found): Promise<NonNullable<Found>> {
    const begun = performance.now()
    for (let turns = 0; turns < 2000 || performance.now() - begun < 5000; turns++) {
      const found = look()
      if (found) return found
      await turn()
    }
    return assert.fail(`Waited in vain for ${look}; the page says: ${this.text}`)
  }

  all<Kind extends Element = HTMLElement>(selector: string): Kind[] {
    return [...this.#box.querySelectorAll<Kind>(selector)]
  }

  one<Kind extends Element = HTMLElement>(selector: string): Kind {
    return this.all<Kind>(selector)[0] ?? assert.fail(`There is no ${selector}; the page says: ${this.text}`)
  }

  words(selector: string): string[] {
    return this.all(selector).map(wordsOf)
  }

  /** A button or link by its whole text or label; undefined when there is none. */
  control(name: string, selector = 'button, a'): HTMLButtonElement | undefined {
    const isCalled = (element: Element) =>
      element.getAttribute('aria-label') === name || wordsOf(element) === name
    return this.all<HTMLButtonElement>(selector).find(isCalled)
  }

  button(name: string): HTMLButtonElement {
    return this.control(name, 'button') ?? assert.fail(`There is no button ${name}: ${this.text}`)
  }

  async press(name: string): Promise<void> {
    const control = this.control(name) ?? assert.fail(`There is nothing called ${name}: ${this.text}`)
    control.click()
    await settle()
  }

  field(label: string): Control {
    const named = this.all<HTMLLabelElement>('label').find(element => wordsOf(element) === label)
    const found =
      named && (named.htmlFor ? document.getElementById(named.htmlFor) : named.querySelector('input'))
    return (found as Control | null | undefined) ?? assert.fail(`There is no field ${label}: ${this.text}`)
  }

  /** What stands below a field because something is wrong with it. */
  complaint(label: string): string {
    const field = this.field(label)
    const ids = (field.getAttribute('aria-describedby') ?? '').split(' ')
    if (field.getAttribute('aria-invalid') !== 'true') return ''
    return wordsOf(document.getElementById(ids.find(id => id.endsWith('-error')) ?? ''))
  }

  async type(label: string, value: string): Promise<void> {
    typeInto(this.field(label), value)
    await settle()
  }

  async fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) typeInto(this.field(label), value)
    await settle()
  }
}

/** As a browser does it: React follows the property of the element's own kind, then the event. */
function typeInto(field: Control, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  if (set) set.call(field, value)
  else field.value = value
  field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
}
