import type { DatabaseSettings } from '../../../src/server/db/engine/snapshot.ts'
import type { Row } from '../../figures.ts'
import type { FillTask } from '../../fill.ts'
import type { Size } from '../../grow-shop.ts'
import type { Bench, Part } from '../../part.ts'
import { type Prepared, smallSize } from '../../prepare.ts'
import { ask, startShop } from '../../processes.ts'
import { stockBy } from '../../requests.ts'
import type { Sent } from '../../send.ts'
import { withPostgres } from '../../with-postgres.ts'
import { databaseIn, settingsOf } from '../../with-shop.ts'
import { type BareEngine, openEngine } from './engine.ts'
import { type Compared, latencyRow, type Side, timeRow } from './latency.ts'
import { listsOf } from './lists.ts'
import { ownSearch } from './own-search.ts'
import { ownerCallsOf } from './owner-calls.ts'
import { searchesOf } from './searches.ts'
import { pick, Visitor } from './visitor.ts'

const largeSize: Size = { items: 100_000, users: 50_000, orders: 1_000_000, reviews: 100_000 }
const quickSize: Size = { items: 10_000, users: 5000, orders: 100_000, reviews: 10_000 }
const pageSize = 50

/**
 * Every list, detail and search of a large shop, against a small shop and against the engine's own query. PostgreSQL does not
 * fsync, because only reads are measured.
 */
export const growth: Part = bench =>
  withPostgres({ gigabytes: 6 }, async newDatabase => {
    const embedded = async (name: string) => databaseIn(bench, name)
    const server = async (name: string) => databaseIn(bench, `postgres-${name}`, await newDatabase(name))
    // The shops are filled at the same time, but measured one after the other.
    const [sqlite, postgres] = await Promise.all([fill(bench, embedded), fill(bench, server)])
    return [...(await measure(bench, sqlite)), ...(await measure(bench, postgres))]
  })

interface Filled {
  small: Prepared
  grown: Prepared
}

async function fill(
  { quick }: Bench,
  databaseOf: (name: string) => Promise<DatabaseSettings>,
): Promise<Filled> {
  const filled = async (name: string, size: Size) =>
    ask<Prepared>('fill.ts', [await databaseOf(name), 100, { size, mode: 'live' }] satisfies FillTask)
  return {
    small: await filled('small', smallSize),
    grown: await filled('large', quick ? quickSize : largeSize),
  }
}

interface Open extends Prepared {
  visitor: Visitor
}

async function withOpen<T>(prepared: Prepared, work: (open: Open) => Promise<T>): Promise<T> {
  const settings = { ...settingsOf(prepared.database), SHOP_MODE: 'live', LOG_LEVEL: 'warn' }
  const shop = await startShop(settings)
  const visitor = new Visitor(shop.url, stockBy(prepared.admin, prepared.goods[0]))
  return work({ ...prepared, visitor }).finally(() => {
    visitor.close()
    return shop.end()
  })
}

const measure = (bench: Bench, { small, grown }: Filled): Promise<Row[]> =>
  withOpen(grown, shop => withOpen(small, other => compare(bench, shop, other)))

async function compare(bench: Bench, grown: Open, small: Open): Promise<Row[]> {
  const [label, engine] = [
    grown.database.databaseUrl ? 'PostgreSQL' : 'SQLite',
    await openEngine(grown.database),
  ]
  const rows: Row[] = []
  for (const compared of [...(await listsOn(grown, small)), ...(await searchesOn(grown, engine))])
    rows.push(await latencyRow(bench, label, compared))
  for (const [name, requests] of Object.entries(await ownerCallsOf(grown)))
    rows.push(await timeRow(bench, label, { name, shop: asking(grown.visitor, requests), atMost: 50 }))
  await engine.close()
  return rows
}

const asking = (visitor: Visitor, requests: readonly Sent[]): Side => ({
  change: () => visitor.change(),
  ask: turn => visitor.ask(pick(requests, turn)),
})

async function listsOn(grown: Open, small: Open): Promise<Compared[]> {
  const onSmall = await listsOf(small)
  return Object.entries(await listsOf(grown)).map(([name, requests]) => ({
    name,
    shop: asking(grown.visitor, requests),
    yardstick: asking(small.visitor, onSmall[name] ?? []),
    against: 'the small shop',
  }))
}

async function searchesOn(grown: Open, engine: BareEngine): Promise<Compared[]> {
  return Object.entries(await searchesOf(grown)).map(([name, texts]) => {
    const requests = texts.map(text => ({
      path: `/api/items?limit=${pageSize}&search=${encodeURIComponent(text)}`,
    }))
    const queries = texts.map(text => ownSearch(engine.name, text, pageSize))
    const shop = asking(grown.visitor, requests)
    const yardstick = { ...shop, ask: (turn: number) => engine.run(pick(queries, turn)) }
    return { name, shop, yardstick, against: 'the engine’s own query' }
  })
}
