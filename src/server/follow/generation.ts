import type { Taken } from '../db/held-log.ts'
import { generationName } from './names.ts'
import { firstHash, type PackedRecord, packRecord } from './records.ts'
import type { Target } from './target.ts'

/** An unbroken row of changes in a backup, as it grows. */
export class Generation {
  readonly name: string
  /** Of the last change that is there for good. */
  seq = 0
  hash: string
  at: number
  /** When its last base was taken. Before the first one nothing can be made of it. */
  basedAt: number | undefined
  readonly #target: Target
  #next: PackedRecord | undefined

  constructor(target: Target, now: number) {
    this.#target = target
    this.name = generationName(now)
    this.hash = firstHash(this.name)
    this.at = now
  }

  /** A change that could not be written: it has to be tried again before there is another one. */
  get isWaiting(): boolean {
    return this.#next !== undefined
  }

  /** What was taken from the log is nowhere else in one piece: it stays here until it is written. */
  async prepare(taken: Taken, at: number): Promise<void> {
    // Clocks are set back now and then; each change has a moment of its own all the same.
    const moment = Math.max(at, this.at + 1)
    this.#next = await packRecord(taken, { seq: this.seq + 1, at: moment, before: this.hash })
  }

  async flush(): Promise<void> {
    if (!this.#next) return
    const { head, bytes } = this.#next
    await this.#target.append(this.name, head.seq, bytes)
    this.seq = head.seq
    this.hash = head.hash
    this.at = head.at
    this.#next = undefined
  }
}
