import type { Row } from '../figures.ts'
import { cpuRow, engineRow, serve } from '../load/served.ts'
import { type Bench, inTurn, type Part } from '../part.ts'
import type { Prepared } from '../prepare.ts'
import { ask, type Running, startYardstick } from '../processes.ts'
import { ownOrders } from '../requests.ts'
import { type Sent, send } from '../send.ts'
import { databaseIn, withShop } from '../with-shop.ts'
import type { SqliteTask } from '../yardsticks/sqlite.ts'

const connections = 10
/** V8 still optimises the shop's code during the first twenty thousand requests. */
const warmUps = 4
const publicGoal = { atMost: 1.4 }

interface Read {
  name: string
  sent: Sent
  goal: { atMost: number }
  inReadme?: boolean
}

/** The most frequent reads, against a bare server that sends the same headers and bytes. */
export const reads: Part = bench =>
  withShop(databaseIn(bench, 'reads'), 1, async (shop, prepared) => {
    const rows: Row[] = []
    for (const read of readsOf(prepared)) rows.push(await compare(bench, shop, read))
    rows.push(await compareOwnOrders(bench, shop, prepared))
    return rows
  })

const accepting = (encodings: string) => ({ 'accept-encoding': encodings })

const readsOf = ({ goods }: Prepared): Read[] => [
  { name: 'list of 50 items', sent: { path: '/api/items?limit=50' }, goal: publicGoal, inReadme: true },
  { name: 'item detail', sent: { path: `/api/items/${goods[0]?.id}` }, goal: publicGoal },
  {
    name: 'home page, brotli',
    sent: { path: '/', headers: accepting('gzip, deflate, br, zstd') },
    goal: publicGoal,
    inReadme: true,
  },
  { name: 'home page, gzip', sent: { path: '/', headers: accepting('gzip, deflate') }, goal: publicGoal },
]

async function compare(bench: Bench, shop: Running, { sent, ...row }: Read): Promise<Row> {
  const answer = await send(shop.url, sent)
  const yardstick = await startYardstick({ '*': answer })
  const until = { seconds: bench.seconds }
  const measure = (server: Running) => () => serve(server, { connections, requests: [sent], until })
  try {
    const sides = await inTurn(bench, measure(shop), measure(yardstick), warmUps)
    const note = `${connections} connections, ${answer.body.length} bytes`
    return cpuRow({ ...row, against: 'bare node:http', sides, note })
  } finally {
    await yardstick.end()
  }
}

/** A customer's own orders, against the same select and one JSON.stringify in a loop. */
async function compareOwnOrders(bench: Bench, shop: Running, { database, regular }: Prepared): Promise<Row> {
  const { seconds } = bench
  const sides = await inTurn(
    bench,
    () => serve(shop, { connections, requests: [ownOrders(regular)], until: { seconds } }),
    () =>
      ask<number>('yardsticks/sqlite.ts', {
        dataDir: database.dataDir,
        what: 'own orders',
        customers: [regular],
        goods: [],
        perCommit: 1,
        seconds,
      } satisfies SqliteTask),
  )
  return engineRow({
    name: 'my orders, signed in, 50 rows',
    against: 'the same select through node:sqlite and one JSON.stringify',
    shop: sides.shop,
    engineMicros: sides.yardstick,
    goal: { atMost: 3 },
    note: `${connections} connections`,
  })
}
