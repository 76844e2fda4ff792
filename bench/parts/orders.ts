import { join } from 'node:path'
import { brokenInvariants } from '../../src/server/db/invariants.ts'
import { withSnapshot } from '../../src/server/db/snapshot.ts'
import { answerOf } from '../answers.ts'
import { type Pair, type Row, ratioRow, valueRow } from '../figures.ts'
import type { LoadResult } from '../load/child.ts'
import { faultsIn, load } from '../load/load.ts'
import type { Bench, Part } from '../part.ts'
import { ordersOf, ordersPerCustomer, type Prepared, prepare, smallSize } from '../prepare.ts'
import { type RunningShop, startShop } from '../processes.ts'
import { startYardstick } from '../yardsticks/start.ts'

export const connections = 64
const customersPerConnection = 8
export const customersPerRound = connections * customersPerConnection
/** One less than they may have: the first of them has ordered once already. */
const ordersPerRound = customersPerRound * (ordersPerCustomer - 1)
/** Rounds that do not count: V8 goes on compiling for the first forty thousand orders. */
const warmUps = 4

/** Orders that are on disk before they are acknowledged, from 64 buyers at once. */
export const orders: Part = async bench => {
  const dataDir = join(bench.folder, 'orders')
  const place = { dataDir, databaseUrl: undefined }
  const prepared = await prepare(place, smallSize, customersPerRound * (warmUps + bench.rounds))
  const shop = await startShop({ DATA_DIR: dataDir })
  const rows = await measureOrders(bench, shop, prepared).finally(() => shop.end())
  const broken = await withSnapshot(place, brokenInvariants)
  return rows.map(row => (broken.length === 0 ? row : { ...row, invalid: broken.join('; '), met: false }))
}

async function measureOrders(bench: Bench, shop: RunningShop, prepared: Prepared): Promise<Row[]> {
  const { customers, goods } = prepared
  const first = ordersOf(customers.slice(0, 1), goods)[0] ?? { path: '' }
  const yardstick = await startYardstick({ '*': await answerOf(`${shop.url}${first.path}`, first) })
  const results: LoadResult[] = []
  const perCommit: number[] = []
  const place = async (url: string, round: number) => {
    const share = customers.slice(customersPerRound * round, customersPerRound * (round + 1))
    const requests = ordersOf(share, goods)
    const result = await load({ url, connections, amount: ordersPerRound, requests, shared: true })
    results.push(result)
    return result.perSecond
  }
  try {
    const pairs: Pair[] = []
    for (let round = 0; round < warmUps + bench.rounds; round++) {
      const before = await commits(shop.url)
      const perSecond = await place(shop.url, round)
      const after = await commits(shop.url)
      perCommit.push((after.transactions - before.transactions) / (after.commits - before.commits))
      pairs.push({ shop: perSecond, yardstick: await place(yardstick.url, round) })
    }
    const invalid = faultsIn(results)
    const counted = pairs.slice(warmUps)
    const name = 'durable orders, SQLite'
    const note = `${connections} connections, ${ordersPerRound} orders a round`
    const against = 'bare node:http reading the POST'
    return [
      ratioRow({ name, unit: 'orders/s', against, pairs: counted, goal: { atLeast: 0.4 }, note, invalid }),
      valueRow(
        'orders per durable commit',
        'orders',
        perCommit.slice(warmUps),
        { atLeast: 8 },
        { ...(invalid && { invalid }) },
      ),
    ]
  } finally {
    await yardstick.end()
  }
}

/** The shop's own count, from its metrics. */
async function commits(url: string): Promise<{ transactions: number; commits: number }> {
  const text = await (await fetch(`${url}/api/metrics`)).text()
  const count = (name: string) => Number(new RegExp(`^tuckshop_${name}_total (\\d+)$`, 'm').exec(text)?.[1])
  return { transactions: count('transactions'), commits: count('commits') }
}
