import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import * as z from 'zod/mini'
import { leaseFile, leaseIn } from './layout.ts'
import { jsonOf } from './record.ts'
import { contentOf, NotThere, type Target, writeJson } from './target.ts'

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
    const last = await this.#last()
    if (this.#own && last?.note?.holder === this.#holder) return this.#own.epoch
    if (last && !this.#isFree(last.text, last.note?.released === true)) throw heldBy(this.#target, last.note)
    const epoch = Math.max((last?.epoch ?? 0) + 1, leastEpoch)
    const own = { epoch, holder: this.#holder, host: hostname(), renewals: 0, released: false }
    // Of two who come at once one makes the file; the other finds it made.
    await this.#target.create(leaseFile(epoch), Buffer.from(JSON.stringify(own)))
    this.#own = own
    await this.check()
    await this.#target.remove((await this.#names()).filter(name => (leaseIn(name) ?? epoch) < epoch))
    return epoch
  }

  /** Fails where somebody else has taken it, or where it is gone. */
  async check(): Promise<void> {
    const last = await this.#last()
    if (last?.note?.holder === this.#holder) return
    this.#own = undefined
    if (!last) throw new NotThere(`the lease was removed from ${this.#target.place}`)
    this.#watched = { text: '', since: this.#elapsed(), wasAlive: true }
    throw heldBy(this.#target, last.note)
  }

  /** A write that comes late changes the own note alone: whoever has a higher number has the lease. */
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
    return { epoch, text, note: noteIn(text) }
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
