import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isSerializationFailure } from './faults.ts'
import type { Reading, Tables, Writing } from './tables.ts'
import { TouchedTables, Versions } from './versions.ts'

export interface Engine {
  name: 'sqlite' | 'postgres'
  /** Reads see only what is committed. */
  reader: Kysely<Tables>
  /** Runs transactions; resolves once they are durable. */
  writer: Kysely<Tables>
  /** Whether other processes may change the data too. */
  shared: boolean
  /** How many transactions shared how many commits, where the driver groups them. */
  stats?: { transactions: number; commits: number }
  close(): Promise<void>
}

const maxTries = 6

/** The shop's database, whatever the engine: reads at once, changes in transactions, a version per table. */
export class Database {
  readonly engine: Engine
  readonly versions: Versions

  constructor(engine: Engine) {
    this.engine = engine
    this.versions = new Versions(engine.shared)
  }

  get read(): Reading {
    return this.engine.reader
  }

  /** One transaction. It may run more than once when the engine asks for it, so it changes nothing but rows. */
  async write<T>(work: (tx: Writing) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      const touched = new TouchedTables()
      try {
        const result = await this.engine.writer.transaction().execute(tx => work(tx.withPlugin(touched)))
        this.versions.changed(touched.tables)
        return result
      } catch (error) {
        if (tries === maxTries || !isSerializationFailure(error)) throw error
        await delay(Math.random() * 10 * 2 ** tries)
      }
    }
  }

  close(): Promise<void> {
    return this.engine.close()
  }
}
