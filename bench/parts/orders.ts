import { join } from 'node:path'
import { brokenInvariants } from '../../src/server/db/invariants.ts'
import { withSnapshot } from '../../src/server/db/snapshot.ts'
import { answerOf } from '../answers.ts'
import { type Pair, type Row, ratioRow, valueRow } from '../figures.ts'
import type { LoadResult } from '../load/child.ts'
import { faultsIn, load } from '../load/load.ts'
import { type Bench, type Part, rounds } from '../part.ts'
import { ordersOf, ordersPerCustomer, type Prepared, prepare, smallSize } from '../prepare.ts'
import { type RunningShop, startShop } from '../processes.ts'
import { startYardstick } from '../yardsticks/start.ts'

export const connections = 64
const customersPerConnection = 8
export const customersPerRound = connections * customersPerConnection
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
  const place = async (url: string, round: number, times = ordersPerCustomer) => {
    const share = customers.slice(customersPerRound * round, customersPerRound * (round + 1))
    const requests = ordersOf(share, goods)
    const amount = share.length * times
    const result = await load({ url, connections, amount, requests, shared: true })
    results.push(result)
    return result.perSecond
  }
  try {
    for (let round = 0; round < warmUps; round++) {
      // The first customer has one order already.
      await place(shop.url, round, ordersPerCustomer - 1)
      await place(yardstick.url, round)
    }
    const pairs: Pair[] = []
    for (const round of rounds(bench)) {
      const before = await commits(shop.url)
      const perSecond = await place(shop.url, warmUps + round)
      const after = await commits(shop.url)
      perCommit.push((after.transactions - before.transactions) / (after.commits - before.commits))
      pairs.push({ shop: perSecond, yardstick: await place(yardstick.url, warmUps + round) })
    }
    const invalid = faultsIn(results)
    const name = 'durable orders, SQLite'
    const note = `${connections} connections, ${customersPerRound * ordersPerCustomer} orders a round`
    const against = 'bare node:http reading the POST'
    return [
      ratioRow({ name, unit: 'orders/s', against, pairs, goal: { atLeast: 0.4 }, note, invalid }),
      valueRow(
        'orders per durable commit',
        'orders',
        perCommit,
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
