import { setTimeout as delay } from 'node:timers/promises'
import { noTracing, type Tracing } from '../../observability/tracing.ts'
import type { Reading, Writing } from '../schema/tables.ts'
import type { ChangeLog } from './change-log.ts'
import type { OpenTransaction } from './connection.ts'
import { isOutage, isSerializationFailure, isTaken } from './faults.ts'
import type { CatalogueChange } from './transaction.ts'
import { WriteProbe } from './write-probe.ts'

export interface Begin {
  /** The mode of PostgreSQL's START TRANSACTION. */
  mode?: string
  /** No statement times out on PostgreSQL; on SQLite it waits longer for another process that writes. */
  patient?: boolean
}

export interface Engine {
  name: 'sqlite' | 'postgres'
  /** Reads see only committed data. */
  reader: Reading
  begin(how?: Begin): Promise<OpenTransaction>
  /** How many transactions shared how many commits; only SQLite groups them. */
  stats?: { transactions: number; commits: number }
  /** Records changes for the continuous backup; only SQLite. */
  changeLog?: ChangeLog
  /** For a migration that rebuilds tables. PostgreSQL changes tables in place. */
  withForeignKeysOff<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

const maxTries = 6

/** The shop's database on either engine: single reads, and changes in transactions. */
export class Database {
  readonly engine: Engine
  readonly writeProbe = new WriteProbe(work => this.write(work))
  readonly #tracing: Tracing
  readonly #listeners: ((change: CatalogueChange) => void)[] = []

  constructor(engine: Engine, tracing = noTracing) {
    this.engine = engine
    this.#tracing = tracing
  }

  get read(): Reading {
    return this.engine.reader
  }

  /** Registers a listener for changes of the catalogue; it runs after each commit of this process. */
  onCatalogueChange(listener: (change: CatalogueChange) => void): void {
    this.#listeners.push(listener)
  }

  /** Runs one transaction. After a serialization failure it runs again, so it must change only rows. */
  write<T>(work: (tx: Writing) => Promise<T>, how?: Begin): Promise<T> {
    return this.#tracing.part('transaction', () => this.#tried(work, how))
  }

  async #tried<T>(work: (tx: Writing) => Promise<T>, how?: Begin): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#once(work, how)
      } catch (error) {
        if (isOutage(error)) this.writeProbe.refused(error)
        const isWorthRetrying = isSerializationFailure(error) || (how?.patient === true && isTaken(error))
        if (tries === maxTries || !isWorthRetrying) throw error
        await delay(Math.random() * 10 * 2 ** tries)
      }
    }
  }

  async #once<T>(work: (tx: Writing) => Promise<T>, how?: Begin): Promise<T> {
    const open = await this.#tracing.part('queue', () => this.engine.begin(how))
    const result = await workOn(open, work)
    try {
      await this.#tracing.part('commit', () => open.commit())
    } finally {
      // Also if the answer to the commit was lost: it may have succeeded.
      for (const listener of this.#listeners) listener(open.tx.catalogueChange)
    }
    return result
  }

  close(): Promise<void> {
    return this.engine.close()
  }
}

async function workOn<T>(open: OpenTransaction, work: (tx: Writing) => Promise<T>): Promise<T> {
  try {
    return await work(open.tx)
  } catch (error) {
    await open.rollback()
    throw error
  }
}
