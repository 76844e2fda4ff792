import { randomBytes } from 'node:crypto'
import type { Writing } from '../schema/tables.ts'

const pauseMs = 1000

/** More than an order needs. Random, because PostgreSQL compresses. */
const probeBytes = 48 * 1024

type Write = (work: (tx: Writing) => Promise<unknown>) => Promise<unknown>

/**
 * Whether the database accepts changes: on a full disk, or after a fail-over, it may refuse them although it can be
 * read. After a refused change only a write as large as an order proves that it accepts them again, because small
 * changes may still fit.
 */
export class WriteProbe {
  readonly #write: Write
  readonly #now: () => number
  #fault: unknown
  #probe: Promise<void> | undefined
  #notBefore = 0

  constructor(write: Write, now = () => performance.now()) {
    this.#write = write
    this.#now = now
  }

  refused(error: unknown): void {
    this.#fault = error
  }

  /** Why changes are refused; undefined when they are accepted. Writes a probe at most once a second. */
  async fault(): Promise<unknown> {
    if (this.#fault === undefined) return undefined
    if (this.#now() >= this.#notBefore) this.#probe ??= this.#try(this.#fault)
    await this.#probe
    return this.#fault
  }

  async #try(known: unknown): Promise<void> {
    try {
      // Two transactions: SQLite writes nothing before the commit.
      await this.#write(insertProbe)
      await this.#write(tx => tx.deleteFrom('write_probes').execute())
      // Another change may have been refused meanwhile.
      if (this.#fault === known) this.#fault = undefined
    } catch (error) {
      this.#fault = error
    }
    this.#notBefore = this.#now() + pauseMs
    this.#probe = undefined
  }
}

/** Always the same row, so that failed deletes leave at most one. */
const insertProbe = (tx: Writing) => {
  const padding = randomBytes(probeBytes).toString('base64')
  return tx
    .insertInto('write_probes')
    .values({ id: 1, padding })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ padding }))
    .execute()
}
