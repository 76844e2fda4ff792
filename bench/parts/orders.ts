import { median, type Row, rowOf } from '../figures.ts'
import { engineRow, type Served, serve } from '../load/served.ts'
import { type Bench, inTurn, type Part } from '../part.ts'
import type { Prepared } from '../prepare.ts'
import { ask, type Running } from '../processes.ts'
import { rounded } from '../report/cells.ts'
import { ordersOf } from '../requests.ts'
import { customersOf, databaseIn, faultInBooks, withShop } from '../with-shop.ts'
import type { SqliteTask } from '../yardsticks/sqlite.ts'

export const connections = 64
/** Enough for sixty thousand orders in a round. */
const customersPerRound = 3000
/** V8 still optimises code during the first forty thousand orders. */
const warmUps = 4

/** Durable orders over 64 connections, against the SQL of an order alone. */
export const orders: Part = bench =>
  withShop(databaseIn(bench, 'orders'), customersPerRound * 2 * (warmUps + bench.rounds), (shop, prepared) =>
    measure(bench, shop, prepared),
  )

async function measure({ seconds, ...bench }: Bench, shop: Running, prepared: Prepared): Promise<Row[]> {
  const { database, goods } = prepared
  const customers = (share: number) => customersOf(prepared, share, customersPerRound)
  const perCommit: number[] = []
  const place = async (round: number): Promise<Served> => {
    const before = await commitsOf(shop.url)
    const requests = ordersOf(customers(2 * round), goods)
    const served = await serve(shop, { connections, requests, until: { seconds } })
    const after = await commitsOf(shop.url)
    perCommit.push((after.transactions - before.transactions) / (after.commits - before.commits))
    return served
  }
  const alone = (round: number): Promise<number> =>
    ask('yardsticks/sqlite.ts', {
      dataDir: database.dataDir,
      what: 'orders',
      customers: customers(2 * round + 1),
      goods,
      perCommit: Math.round(perCommit.at(-1) ?? 1),
      seconds,
    } satisfies SqliteTask)
  const sides = await inTurn(bench, place, alone, warmUps)
  const shared = perCommit.slice(warmUps)
  const note = `${connections} connections`
  const cost = engineRow({
    name: 'durable orders, SQLite',
    against: 'the same SQL through node:sqlite, as many orders a commit',
    shop: sides.shop,
    engineMicros: sides.yardstick,
    goal: { atMost: 3 },
    note: `${rounded(median(shared))} orders a commit, ${note}`,
    invalid: await faultInBooks(database),
    inReadme: true,
  })
  return [
    cost,
    rowOf({
      name: 'orders per durable commit',
      unit: 'orders',
      kind: 'value',
      shop: shared,
      goal: { atLeast: 8 },
      notes: [note],
      invalid: cost.invalid,
    }),
  ]
}

async function commitsOf(url: string): Promise<{ transactions: number; commits: number }> {
  const text = await (await fetch(`${url}/api/metrics`)).text()
  const count = (name: string) => Number(new RegExp(`^tuckshop_${name}_total (\\d+)$`, 'm').exec(text)?.[1])
  return { transactions: count('transactions'), commits: count('commits') }
}
