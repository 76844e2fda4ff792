import type { Locator, Page } from '@playwright/test'

export interface Cue {
  /** Seconds since the epoch. */
  at: number
  text: string
}

/** Moves and types as a person would, with a pointer that can be seen in the film. */
export class Hand {
  readonly cues: Cue[] = []
  readonly #page: Page
  #at = { x: 640, y: 500 }

  constructor(page: Page) {
    this.#page = page
  }

  say(text: string): void {
    this.cues.push({ at: Date.now() / 1000, text })
  }

  pause(ms: number): Promise<void> {
    return this.#page.waitForTimeout(ms)
  }

  async press(target: Locator): Promise<void> {
    await this.#reach(target)
    await this.#page.mouse.down()
    await this.pause(60)
    await this.#page.mouse.up()
  }

  async write(target: Locator, text: string): Promise<void> {
    await this.press(target)
    await target.fill('')
    await target.pressSequentially(text, { delay: 28 })
  }

  async scroll(by: number): Promise<void> {
    const steps = 22
    for (let step = 0; step < steps; step++) {
      await this.#page.mouse.wheel(0, by / steps)
      await this.pause(16)
    }
  }

  async #reach(target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (!box) throw new Error('There is nothing to point at')
    const goal = { x: box.x + Math.min(box.width / 2, 140), y: box.y + box.height / 2 }
    const from = this.#at
    const steps = 16
    for (let step = 1; step <= steps; step++) {
      const share = (1 - Math.cos((Math.PI * step) / steps)) / 2
      await this.#page.mouse.move(from.x + (goal.x - from.x) * share, from.y + (goal.y - from.y) * share)
    }
    this.#at = goal
  }
}

/** Runs in the page: a pointer that follows the mouse, because a recording has none. */
export function showPointer(): void {
  const pointer = document.createElement('div')
  Object.assign(pointer.style, {
    position: 'fixed',
    left: '-40px',
    top: '-40px',
    width: '22px',
    height: '22px',
    borderRadius: '50%',
    background: 'rgb(164 70 29 / 0.55)',
    border: '2px solid white',
    boxShadow: '0 1px 6px rgb(0 0 0 / 0.4)',
    transform: 'translate(-50%, -50%)',
    zIndex: '2147483647',
    pointerEvents: 'none',
  })
  const attach = () => document.documentElement.append(pointer)
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', attach)
  else attach()
  document.addEventListener('mousemove', ({ clientX, clientY }) => {
    pointer.style.left = `${clientX}px`
    pointer.style.top = `${clientY}px`
  })
}
