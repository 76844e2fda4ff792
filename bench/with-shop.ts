import { join } from 'node:path'
import { brokenInvariants } from '../src/server/books/invariants.ts'
import { type DatabaseSettings, withSnapshot } from '../src/server/db/engine/snapshot.ts'
import type { Bench } from './part.ts'
import { type Customer, type Prepared, prepare } from './prepare.ts'
import { type RunningShop, startShop } from './processes.ts'

/** Where the data of a part is: in a folder of its own, unless a database is named. */
export const placeIn = ({ folder }: Bench, name: string, databaseUrl?: string): DatabaseSettings => ({
  dataDir: join(folder, name),
  databaseUrl,
})

export const settingsOf = ({ dataDir, databaseUrl }: DatabaseSettings): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
})

/** A small shop with so many customers, open while the work is done. */
export async function withShop<T>(
  place: DatabaseSettings,
  customerCount: number,
  work: (shop: RunningShop, prepared: Prepared) => Promise<T>,
): Promise<T> {
  const prepared = await prepare(place, customerCount)
  const shop = await startShop(settingsOf(place))
  return work(shop, prepared).finally(() => shop.end())
}

/** Nobody may have more than a few unpaid orders, so each round has customers of its own. */
export const customersOf = ({ customers }: Prepared, round: number, perRound: number): Customer[] =>
  customers.slice(perRound * round, perRound * (round + 1))

/** What does not add up, if anything: figures of a shop that loses count are worth nothing. */
export const faultInBooks = async (place: DatabaseSettings): Promise<string | undefined> =>
  (await withSnapshot(place, db => brokenInvariants(db)))[0]
