import { join } from 'node:path'
import { brokenInvariants } from '../src/server/books/invariants.ts'
import { type DatabaseSettings, withSnapshot } from '../src/server/db/engine/snapshot.ts'
import type { Bench } from './part.ts'
import { type Customer, type Prepared, prepare } from './prepare.ts'
import { type RunningShop, startShop } from './processes.ts'

/** The database of a part: SQLite in its own folder, or the PostgreSQL database at this URL. */
export const databaseIn = ({ folder }: Bench, name: string, databaseUrl?: string): DatabaseSettings => ({
  dataDir: join(folder, name),
  databaseUrl,
})

export const settingsOf = ({ dataDir, databaseUrl }: DatabaseSettings): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
})

/** Runs a small shop with so many customers during the work. */
export async function withShop<T>(
  database: DatabaseSettings,
  customerCount: number,
  work: (shop: RunningShop, prepared: Prepared) => Promise<T>,
): Promise<T> {
  const prepared = await prepare(database, customerCount)
  const shop = await startShop(settingsOf(database))
  return work(shop, prepared).finally(() => shop.end())
}

/** Each round has its own customers, because the number of unpaid orders per customer is limited. */
export const customersOf = ({ customers }: Prepared, round: number, perRound: number): Customer[] =>
  customers.slice(perRound * round, perRound * (round + 1))

/** The first violated invariant, if any: it makes the figures invalid. */
export const faultInBooks = async (database: DatabaseSettings): Promise<string | undefined> =>
  (await withSnapshot(database, db => brokenInvariants(db)))[0]
