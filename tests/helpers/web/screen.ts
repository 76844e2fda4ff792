import assert from 'node:assert/strict'
import { type TestContext, vi } from 'vitest'

const realTimeout = globalThis.setTimeout

/** Runs pending work of React, promises and due timers once. */
async function turn(milliseconds = 1): Promise<void> {
  await new Promise(resolve => setImmediate(resolve))
  await new Promise(resolve => realTimeout(resolve, 1))
  if (globalThis.setTimeout !== realTimeout) vi.advanceTimersByTime(milliseconds)
}

const calmTurns = 8

/**
 * Waits until nothing is pending but the network and the clock. React splits its work into slices, and into more of them on a
 * busy machine, so only fast turns count; the clock advances during the first turns alone.
 */
export async function settle(): Promise<void> {
  for (let calm = 0, turns = 0; calm < calmTurns && turns < 100; turns++) {
    const begun = performance.now()
    await turn(turns < calmTurns ? 1 : 0)
    if (performance.now() - begun < 4) calm++
  }
}

/** Stops the clock; pass() advances it. */
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

/** happy-dom does not know the <search> element. */
const expectedComplaint = /^The tag <%s> is unrecognized in this browser.* search$/

/** Collects the errors and warnings in the console. */
export function recordConsole(): string[] {
  const complaints: string[] = []
  for (const name of ['error', 'warn'] as const) {
    vi.spyOn(console, name).mockImplementation((...words: unknown[]) => {
      const complaint = words.map(String).join(' ')
      if (!expectedComplaint.test(complaint)) complaints.push(complaint)
    })
  }
  return complaints
}

const wordsOf = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim()

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Reads and uses a page through its visible texts and labels. */
export class Screen {
  readonly #box: HTMLElement

  constructor(box: HTMLElement) {
    this.#box = box
  }

  get text(): string {
    return wordsOf(this.#box)
  }

  /** Waits for a result, long enough to load modules on a busy machine. */
  async until<Found>(find: () => Found): Promise<NonNullable<Found>> {
    const begun = performance.now()
    for (let turns = 0; turns < 2000 || performance.now() - begun < 5000; turns++) {
      const found = find()
      if (found) return found
      await turn()
    }
    return assert.fail(`Waited in vain for ${find}; the page says: ${this.text}`)
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

  /** The button or link with exactly this text or label. */
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

  /** The error message of a field. */
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

/** Sets the value with the element's native setter, because React overrides the setter and would ignore the event. */
function typeInto(field: Control, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  if (set) set.call(field, value)
  else field.value = value
  field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
}
