import { median, type Row, rowOf } from '../figures.ts'
import { cpuRow, type Served, serve } from '../load/served.ts'
import { type Bench, inTurn, type Part } from '../part.ts'
import type { Prepared } from '../prepare.ts'
import { type Running, startYardstick } from '../processes.ts'
import { rounded } from '../report/cells.ts'
import { ordersOf } from '../requests.ts'
import { send } from '../send.ts'
import { customersOf, databaseIn, faultInBooks, withShop } from '../with-shop.ts'

export const connections = 64
/** Enough for sixty thousand orders in a round. */
const customersPerRound = 3000
/** V8 still optimises code during the first forty thousand orders. */
const warmUps = 4

/** Durable orders over 64 connections. */
export const orders: Part = bench => {
  const customerCount = customersPerRound * (warmUps + bench.rounds) + 1
  return withShop(databaseIn(bench, 'orders'), customerCount, async (shop, prepared) => {
    const [first = { path: '' }] = ordersOf(prepared.customers.slice(-1), prepared.goods)
    const yardstick = await startYardstick({ '*': await send(shop.url, first) })
    return measure(bench, shop, yardstick, prepared).finally(() => yardstick.end())
  })
}

async function measure(bench: Bench, shop: Running, yardstick: Running, prepared: Prepared): Promise<Row[]> {
  const place = (server: Running, round: number): Promise<Served> => {
    const requests = ordersOf(customersOf(prepared, round, customersPerRound), prepared.goods)
    return serve(server, { connections, requests, until: { seconds: bench.seconds } })
  }
  const perCommit: number[] = []
  const counted = async (round: number) => {
    const before = await commitsOf(shop.url)
    const served = await place(shop, round)
    const after = await commitsOf(shop.url)
    perCommit.push((after.transactions - before.transactions) / (after.commits - before.commits))
    return served
  }
  const sides = await inTurn(bench, counted, round => place(yardstick, round), warmUps)
  const invalid = await faultInBooks(prepared.database)
  const shared = perCommit.slice(warmUps)
  const note = `${connections} connections`
  const cost = cpuRow({
    name: 'durable orders, SQLite',
    against: 'bare node:http reading the POST',
    sides,
    goal: { atMost: 3.5 },
    note: `${rounded(median(shared))} orders a commit, ${note}`,
    invalid,
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
