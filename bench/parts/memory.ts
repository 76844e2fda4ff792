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
import { placeIn, settingsOf } from '../with-shop.ts'

/** After its start the shop still reads what it needs later. */
const settleMs = 2000

interface Strain {
  name: string
  requests: Sent[]
  answers: number
}

/** What the shop's process takes: just opened, after many requests of all kinds, and after many that nobody repeats. */
export const memory: Part = async bench => {
  const prepared = await prepare(placeIn(bench, 'memory'), 1)
  const many = bench.quick ? 20_000 : 100_000
  const strains: Strain[] = [
    { name: 'requests', requests: [...visitorReads(prepared), ownOrders(prepared.regular)], answers: many },
    { name: 'odd queries', requests: oddQueries(10_000), answers: 10_000 },
  ]
  const idle: number[] = []
  const rows: Row[] = []
  for (let round = 1; round <= bench.rounds; round++) {
    const shop = await startShop(settingsOf(prepared.place))
    try {
      await delay(settleMs)
      idle.push((await shop.usage()).residentMb)
      if (round === bench.rounds) for (const strain of strains) rows.push(await strained(shop, strain))
    } finally {
      await shop.end()
    }
  }
  const row = { name: 'memory, idle', unit: 'MB', kind: 'value', shop: idle, goal: { atMost: 110 } } as const
  return [rowOf({ ...row, inReadme: true }), ...rows]
}

/** No two alike, and none that a page would send: an answer that is kept for one of them is kept in vain. */
const oddQueries = (count: number): Sent[] =>
  Array.from({ length: count }, (_, i) => {
    const paths = [
      `/api/items?search=odd${i}`,
      `/api/items?limit=${1 + (i % 50)}&after=${randomUUIDv7()}`,
      `/?odd=${i}`,
      `/items?search=odd${i}&sort=-price`,
    ]
    return { path: paths[i % paths.length] ?? '/', headers: { 'accept-encoding': 'gzip, deflate, br' } }
  })

async function strained(shop: Running, { name, requests, answers }: Strain): Promise<Row> {
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
