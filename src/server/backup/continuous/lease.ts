import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import * as z from 'zod/mini'
import { leaseFile } from './layout.ts'
import { jsonOf } from './record.ts'
import { contentOf, type Target, writeJson } from './target.ts'

const noteShape = z.strictObject({
  /** Grows with every holder. */
  epoch: z.int(),
  holder: z.string(),
  /** Where the holder runs, for people. */
  host: z.string(),
  /** Grows while the holder lives. */
  renewals: z.int(),
  released: z.boolean(),
})

type Note = z.output<typeof noteShape>

/** Another shop writes to the target. */
export class LeaseHeld extends Error {}

interface Patience {
  /** How long a note must have stayed the same. */
  silentMs: number
  /** The same for a holder that was seen alive: it may come back from a restart, and keeps its place meanwhile. */
  silentAfterLifeMs: number
}

/**
 * Who writes to a target. No clock is compared with another: whoever wants the lease watches the note of its holder, and
 * takes it when that has not changed for a while. A holder looks whether the note is still its own before it says that
 * anything is safe.
 */
export class Lease {
  readonly #target: Target
  readonly #holder = randomUUID()
  readonly #elapsed: () => number
  readonly #patience: Patience
  #own: Note | undefined
  #watched: { text: string; since: number; wasAlive: boolean } | undefined

  /** `elapsed` counts milliseconds, whatever is done to the clock. */
  constructor(target: Target, elapsed: () => number, patience: Patience) {
    this.#target = target
    this.#elapsed = elapsed
    this.#patience = patience
  }

  get epoch(): number | undefined {
    return this.#own?.epoch
  }

  /** Takes the lease unless somebody else has it. Answers its number, which is at least the given one. */
  async take(leastEpoch: number): Promise<number> {
    const text = await this.#read()
    const found = noteIn(text)
    if (this.#own && found?.holder === this.#holder) return this.#own.epoch
    if (text !== '' && !this.#isFree(text, found?.released === true)) throw heldBy(this.#target, found)
    const epoch = Math.max((found?.epoch ?? 0) + 1, leastEpoch)
    const own = { epoch, holder: this.#holder, host: hostname(), renewals: 0, released: false }
    await writeJson(this.#target, leaseFile, own)
    this.#own = own
    await this.check()
    return epoch
  }

  /** Fails where somebody else has taken it. */
  async check(): Promise<void> {
    const found = noteIn(await this.#read())
    if (found?.holder === this.#holder) return
    this.#own = undefined
    this.#watched = { text: '', since: this.#elapsed(), wasAlive: true }
    throw heldBy(this.#target, found)
  }

  async renew(): Promise<void> {
    if (!this.#own) return
    await this.check()
    this.#own = { ...this.#own, renewals: this.#own.renewals + 1 }
    await writeJson(this.#target, leaseFile, this.#own)
  }

  async release(): Promise<void> {
    if (!this.#own) return
    await this.check()
    await writeJson(this.#target, leaseFile, { ...this.#own, released: true })
    this.#own = undefined
  }

  async #read(): Promise<string> {
    return (await contentOf(this.#target, leaseFile))?.toString() ?? ''
  }

  #isFree(text: string, isReleased: boolean): boolean {
    const before = this.#watched
    if (before?.text !== text)
      this.#watched = { text, since: this.#elapsed(), wasAlive: before !== undefined }
    const { since, wasAlive } = this.#watched ?? { since: this.#elapsed(), wasAlive: false }
    if (isReleased && !wasAlive) return true
    const { silentMs, silentAfterLifeMs } = this.#patience
    return this.#elapsed() - since >= (wasAlive ? silentAfterLifeMs : silentMs)
  }
}

function noteIn(text: string): Note | undefined {
  const parsed = noteShape.safeParse(jsonOf(text))
  return parsed.success ? parsed.data : undefined
}

const heldBy = (target: Target, note: Note | undefined) =>
  new LeaseHeld(
    `another shop writes to ${target.place}${note ? ` (on ${note.host})` : ''}; stop that one, or give this one a place of its own`,
  )
