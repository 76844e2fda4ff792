import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Row, rowOf } from '../figures.ts'
import { load } from '../load/load.ts'
import { faultsIn } from '../load/result.ts'
import type { Part } from '../part.ts'
import { prepare } from '../prepare.ts'
import { type Running, startShop } from '../processes.ts'
import { ownOrders, visitorReads } from '../requests.ts'
import type { Sent } from '../send.ts'
import { databaseIn, settingsOf } from '../with-shop.ts'

/** After its start the shop still loads modules in the background. */
const settleMs = 2000

interface Load {
  name: string
  requests: Sent[]
  answers: number
}

/** The memory of the shop's process: after its start, after many requests of all kinds, and after many that are never repeated. */
export const memory: Part = async bench => {
  const prepared = await prepare(databaseIn(bench, 'memory'), 1)
  const many = bench.quick ? 20_000 : 100_000
  const loads: Load[] = [
    { name: 'requests', requests: [...visitorReads(prepared), ownOrders(prepared.regular)], answers: many },
    { name: 'unique queries', requests: uniqueQueries(10_000), answers: 10_000 },
  ]
  const idle: number[] = []
  const rows: Row[] = []
  for (let round = 1; round <= bench.rounds; round++) {
    const shop = await startShop(settingsOf(prepared.database))
    try {
      await delay(settleMs)
      idle.push((await shop.usage()).residentMb)
      if (round === bench.rounds) for (const one of loads) rows.push(await memoryAfter(shop, one))
    } finally {
      await shop.end()
    }
  }
  const row = { name: 'memory, idle', unit: 'MB', kind: 'value', shop: idle, goal: { atMost: 110 } } as const
  return [rowOf({ ...row, inReadme: true }), ...rows]
}

/** Requests that are all different, so that caching their responses would only waste memory. */
const uniqueQueries = (count: number): Sent[] =>
  Array.from({ length: count }, (_, i) => {
    const paths = [
      `/api/items?search=odd${i}`,
      `/api/items?limit=${1 + (i % 50)}&after=${randomUUIDv7()}`,
      `/?odd=${i}`,
      `/items?search=odd${i}&sort=-price`,
    ]
    return { path: paths[i % paths.length] ?? '/', headers: { 'accept-encoding': 'gzip, deflate, br' } }
  })

async function memoryAfter(shop: Running, { name, requests, answers }: Load): Promise<Row> {
  const result = await load({ url: shop.url, connections: 10, requests, until: { answers } })
  return rowOf({
    name: `memory after ${answers.toLocaleString('en')} ${name}`,
    unit: 'MB',
    kind: 'value',
    shop: [(await shop.usage()).residentMb],
    goal: { atMost: 200 },
    invalid: faultsIn([result]),
  })
}
