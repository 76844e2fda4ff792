import { setTimeout as delay } from 'node:timers/promises'
import { noTracing, type Tracing } from '../../observability/tracing.ts'
import type { Reading, Writing } from '../schema/tables.ts'
import type { ChangeLog } from './change-log.ts'
import type { OpenTransaction } from './connection.ts'
import { isOutage, isSerializationFailure } from './faults.ts'
import type { CatalogueChange } from './transaction.ts'
import { WriteProbe } from './write-probe.ts'

/** Only PostgreSQL makes a difference. */
export interface Begin {
  /** As in START TRANSACTION. */
  mode?: string
  /** Its statements may take as long as they take. */
  patient?: boolean
}

export interface Engine {
  name: 'sqlite' | 'postgres'
  /** Reads see only what is committed. */
  reader: Reading
  begin(how?: Begin): Promise<OpenTransaction>
  /** How many transactions shared how many commits, where the driver groups them. */
  stats?: { transactions: number; commits: number }
  /** What commits have changed, where a continuous backup can be made of that. */
  changeLog?: ChangeLog
  /** For a migration, before anybody else uses this connection. PostgreSQL's own changes need no such thing. */
  withForeignKeysOff<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

const maxTries = 6

/** The shop's database, whatever the engine: reads at once, changes in transactions. */
export class Database {
  readonly engine: Engine
  readonly trials = new WriteProbe(work => this.write(work))
  readonly #tracing: Tracing
  readonly #listeners: ((change: CatalogueChange) => void)[] = []

  constructor(engine: Engine, tracing = noTracing) {
    this.engine = engine
    this.#tracing = tracing
  }

  get read(): Reading {
    return this.engine.reader
  }

  /** Tells after each commit what this process has changed of what visitors see. */
  onCatalogueChange(listener: (change: CatalogueChange) => void): void {
    this.#listeners.push(listener)
  }

  /** One transaction. It may run more than once when the engine asks for it, so it changes nothing but rows. */
  write<T>(work: (tx: Writing) => Promise<T>, how?: Begin): Promise<T> {
    return this.#tracing.part('transaction', () => this.#tried(work, how))
  }

  async #tried<T>(work: (tx: Writing) => Promise<T>, how?: Begin): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#once(work, how)
      } catch (error) {
        if (isOutage(error)) this.trials.refused(error)
        if (tries === maxTries || !isSerializationFailure(error)) throw error
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
      // Also where the answer to the commit was lost: it may have been carried out.
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
