import type { Row } from '../figures.ts'
import { cpuRow, serve } from '../load/served.ts'
import { type Bench, inTurn, type Part } from '../part.ts'
import type { Prepared } from '../prepare.ts'
import { type Running, startYardstick } from '../processes.ts'
import { ownOrders } from '../requests.ts'
import { type Sent, send } from '../send.ts'
import { databaseIn, withShop } from '../with-shop.ts'

const connections = 10
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
    return rows
  })

const accepting = (encodings: string) => ({ 'accept-encoding': encodings })

const readsOf = ({ goods, regular }: Prepared): Read[] => [
  { name: 'list of 50 items', sent: { path: '/api/items?limit=50' }, goal: publicGoal, inReadme: true },
  { name: 'item detail', sent: { path: `/api/items/${goods[0]?.id}` }, goal: publicGoal },
  {
    name: 'home page, brotli',
    sent: { path: '/', headers: accepting('gzip, deflate, br, zstd') },
    goal: publicGoal,
    inReadme: true,
  },
  { name: 'home page, gzip', sent: { path: '/', headers: accepting('gzip, deflate') }, goal: publicGoal },
  { name: 'my orders, signed in, 50 rows', sent: ownOrders(regular), goal: { atMost: 4 } },
]

async function compare(bench: Bench, shop: Running, { sent, ...row }: Read): Promise<Row> {
  const answer = await send(shop.url, sent)
  const yardstick = await startYardstick({ '*': answer })
  const until = { seconds: bench.seconds }
  const measure = (server: Running) => () => serve(server, { connections, requests: [sent], until })
  try {
    const sides = await inTurn(bench, measure(shop), measure(yardstick))
    const note = `${connections} connections, ${answer.body.length} bytes`
    return cpuRow({ ...row, against: 'bare node:http', sides, note })
  } finally {
    await yardstick.end()
  }
}
