import { randomBytes } from 'node:crypto'
import type { Writing } from '../schema/tables.ts'

const pauseMs = 1000

/** More than an order takes. Noise, because PostgreSQL would press anything else together. */
const trialBytes = 48 * 1024

type Write = (work: (tx: Writing) => Promise<unknown>) => Promise<unknown>

/**
 * Knows whether the database takes changes: on a full disk, or after a fail-over, it may refuse them although it can be
 * read. One refused change is enough to say no; only a trial as large as an order says yes again, because small changes
 * may still find room.
 */
export class WriteProbe {
  readonly #write: Write
  readonly #now: () => number
  #fault: unknown
  #trial: Promise<void> | undefined
  #notBefore = 0

  constructor(write: Write, now = () => performance.now()) {
    this.#write = write
    this.#now = now
  }

  refused(error: unknown): void {
    this.#fault = error
  }

  /** Why changes are refused; undefined when they are not. Tries it out at most once a second. */
  async fault(): Promise<unknown> {
    if (this.#fault === undefined) return undefined
    if (this.#now() >= this.#notBefore) this.#trial ??= this.#try(this.#fault)
    await this.#trial
    return this.#fault
  }

  async #try(known: unknown): Promise<void> {
    try {
      // It has to commit: before that SQLite writes nothing.
      await this.#write(putIn)
      await this.#write(tx => tx.deleteFrom('write_probes').execute())
      // Somebody else's change may have been refused meanwhile.
      if (this.#fault === known) this.#fault = undefined
    } catch (error) {
      this.#fault = error
    }
    this.#notBefore = this.#now() + pauseMs
    this.#trial = undefined
  }
}

/** Always the same row, so that one which could not be taken out again is never more than one. */
const putIn = (tx: Writing) => {
  const padding = randomBytes(trialBytes).toString('base64')
  return tx
    .insertInto('write_probes')
    .values({ id: 1, padding })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ padding }))
    .execute()
}
