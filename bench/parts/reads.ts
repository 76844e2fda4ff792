import { join } from 'node:path'
import { answerOf } from '../answers.ts'
import { type Goal, type Pair, type Row, ratioRow } from '../figures.ts'
import type { LoadResult, Sent } from '../load/child.ts'
import { faultsIn, load } from '../load/load.ts'
import { type Bench, type Part, rounds } from '../part.ts'
import { type Prepared, prepare, smallSize } from '../prepare.ts'
import { startShop } from '../processes.ts'
import { startYardstick } from '../yardsticks/start.ts'

const connections = 10

interface Read {
  name: string
  sent: Sent
  goal: Goal
}

/** What visitors ask for most, against a bare server that sends the same bytes. */
export const reads: Part = async bench => {
  const dataDir = join(bench.folder, 'reads')
  const prepared = await prepare({ dataDir, databaseUrl: undefined }, smallSize, 1)
  const shop = await startShop({ DATA_DIR: dataDir })
  try {
    const rows: Row[] = []
    for (const read of readsOf(prepared)) rows.push(await compare(bench, shop.url, read))
    return rows
  } finally {
    await shop.end()
  }
}

const asBrowser = (encodings: string) => ({ 'accept-encoding': encodings })

function readsOf({ goods, regular }: Prepared): Read[] {
  const own = { authorization: `Bearer ${regular.token}` }
  return [
    { name: 'list of 50 items', sent: { path: '/api/items?limit=50' }, goal: { atLeast: 0.85 } },
    { name: 'item detail', sent: { path: `/api/items/${goods[0]?.id}` }, goal: { atLeast: 0.85 } },
    {
      name: 'home page, brotli',
      sent: { path: '/', headers: asBrowser('gzip, deflate, br, zstd') },
      goal: { atLeast: 0.8 },
    },
    {
      name: 'home page, gzip',
      sent: { path: '/', headers: asBrowser('gzip, deflate') },
      goal: { atLeast: 0.8 },
    },
    {
      name: 'my orders, signed in, 50 rows',
      sent: { path: `/api/myBooking/${encodeURIComponent(regular.email)}`, headers: own },
      goal: { atLeast: 0.4 },
    },
  ]
}

async function compare(bench: Bench, url: string, { name, sent, goal }: Read): Promise<Row> {
  const answer = await answerOf(`${url}${sent.path}`, sent)
  const yardstick = await startYardstick({ '*': answer })
  const results: LoadResult[] = []
  const measure = async (target: string, seconds: number) => {
    const result = await load({ url: target, connections, seconds, requests: [sent] })
    results.push(result)
    return result.perSecond
  }
  try {
    // Both sides compile and fill what they keep before anything counts.
    await measure(url, 1)
    await measure(yardstick.url, 1)
    const pairs: Pair[] = []
    for (const _ of rounds(bench))
      pairs.push({
        shop: await measure(url, bench.seconds),
        yardstick: await measure(yardstick.url, bench.seconds),
      })
    const note = `${connections} connections, ${Buffer.from(answer.body, 'base64').length} bytes`
    return ratioRow({
      name,
      unit: 'requests/s',
      against: 'bare node:http',
      pairs,
      goal,
      note,
      invalid: faultsIn(results),
    })
  } finally {
    await yardstick.end()
  }
}
