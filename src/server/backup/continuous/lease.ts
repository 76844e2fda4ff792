import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import * as z from 'zod/mini'
import { parseJson } from '../parse-json.ts'
import { leaseFile, leaseIn } from './layout.ts'
import { contentOf, NotInTarget, type Target, writeJson } from './target.ts'

const noteShape = z.strictObject({
  /** Grows with every holder. */
  epoch: z.int(),
  holder: z.string(),
  /** The host name of the holder, for people. */
  host: z.string(),
  /** Grows while the holder is alive. */
  renewals: z.int(),
  released: z.boolean(),
})

type Note = z.output<typeof noteShape>

/** Another shop writes to the target. */
export class LeaseHeld extends Error {}

interface SilenceLimits {
  /** How long a note must stay unchanged before another shop takes the lease. */
  silentMs: number
  /** The same for a holder that was seen alive: it may be restarting. */
  silentAfterLifeMs: number
}

/**
 * Decides which process writes to a target. Clocks are never compared: another shop watches the note of the holder, and
 * takes the lease when the note has not changed for a while. The holder checks that the note is its own before it
 * reports anything as safe.
 */
export class Lease {
  readonly #target: Target
  readonly #holder = randomUUID()
  readonly #elapsed: () => number
  readonly #patience: SilenceLimits
  #own: Note | undefined
  #watched: { text: string; since: number; wasAlive: boolean } | undefined

  /** `elapsed` counts milliseconds and never goes back. */
  constructor(target: Target, elapsed: () => number, patience: SilenceLimits) {
    this.#target = target
    this.#elapsed = elapsed
    this.#patience = patience
  }

  get epoch(): number | undefined {
    return this.#own?.epoch
  }

  /** Takes the lease, unless another shop has it. Returns its number, which is at least `leastEpoch`. */
  async take(leastEpoch: number): Promise<number> {
    const last = await this.#last()
    if (this.#own && last?.note?.holder === this.#holder) return this.#own.epoch
    if (last && !this.#isFree(last.text, last.note?.released === true)) throw heldBy(this.#target, last.note)
    const epoch = Math.max((last?.epoch ?? 0) + 1, leastEpoch)
    const own = { epoch, holder: this.#holder, host: hostname(), renewals: 0, released: false }
    // If two processes try concurrently, one creates the file; the check fails for the other.
    await this.#target.create(leaseFile(epoch), Buffer.from(JSON.stringify(own)))
    this.#own = own
    await this.check()
    await this.#target.remove((await this.#names()).filter(name => (leaseIn(name) ?? epoch) < epoch))
    return epoch
  }

  /** Fails if another shop has taken it, or if its file is gone. */
  async check(): Promise<void> {
    const last = await this.#last()
    if (last?.note?.holder === this.#holder) return
    this.#own = undefined
    if (!last) throw new NotInTarget(`the lease was removed from ${this.#target.location}`)
    this.#watched = { text: '', since: this.#elapsed(), wasAlive: true }
    throw heldBy(this.#target, last.note)
  }

  /** A late write changes only its own note: the highest number has the lease. */
  async renew(): Promise<void> {
    if (!this.#own) return
    await this.check()
    this.#own = { ...this.#own, renewals: this.#own.renewals + 1 }
    await writeJson(this.#target, leaseFile(this.#own.epoch), this.#own)
  }

  async release(): Promise<void> {
    if (!this.#own) return
    await this.check()
    await writeJson(this.#target, leaseFile(this.#own.epoch), { ...this.#own, released: true })
    this.#own = undefined
  }

  async #names(): Promise<string[]> {
    return (await this.#target.list('')).filter(name => leaseIn(name) !== undefined)
  }

  async #last(): Promise<{ epoch: number; text: string; note: Note | undefined } | undefined> {
    const epochs = (await this.#names()).map(name => leaseIn(name) ?? 0)
    if (epochs.length === 0) return undefined
    const epoch = Math.max(...epochs)
    const text = (await contentOf(this.#target, leaseFile(epoch)))?.toString() ?? ''
    return { epoch, text, note: parseJson(text, noteShape) }
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

const heldBy = (target: Target, note: Note | undefined) =>
  new LeaseHeld(
    `another shop is writing to ${target.location}${note ? ` (on ${note.host})` : ''}; stop that shop, or choose another place for this one`,
  )
