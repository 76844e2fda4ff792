import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { valueRow } from '../figures.ts'
import type { Sent } from '../load/child.ts'
import { faultsIn, load } from '../load/load.ts'
import { type Part, rounds } from '../part.ts'
import { type Prepared, prepare, smallSize } from '../prepare.ts'
import { startShop } from '../processes.ts'

const settleMs = 2000

/** What the shop's process takes: just opened, and after a hundred thousand requests of all kinds. */
export const memory: Part = async bench => {
  const dataDir = join(bench.folder, 'memory')
  const prepared = await prepare({ dataDir, databaseUrl: undefined }, smallSize, 1)
  const amount = bench.quick ? 20_000 : 100_000
  const idle: number[] = []
  for (const _ of rounds(bench)) {
    const shop = await startShop({ DATA_DIR: dataDir })
    await delay(settleMs)
    idle.push(await residentMb(shop.pid))
    await shop.end()
  }
  const shop = await startShop({ DATA_DIR: dataDir })
  const result = await load({ url: shop.url, connections: 10, amount, requests: mixed(prepared) })
  const after = await residentMb(shop.pid)
  await shop.end()
  const invalid = faultsIn([result])
  const name = `memory after ${amount.toLocaleString('en')} requests`
  return [
    valueRow('memory, idle', 'MB', idle, { atMost: 110 }),
    valueRow(name, 'MB', [after], { atMost: 200 }, invalid ? { invalid } : {}),
  ]
}

function mixed({ goods, regular }: Prepared): Sent[] {
  const own = { authorization: `Bearer ${regular.token}` }
  const brotli = { 'accept-encoding': 'gzip, deflate, br' }
  return goods.flatMap(({ id }): Sent[] => [
    { path: '/api/items?limit=50' },
    { path: `/api/items/${id}` },
    { path: `/api/items?after=${id}`, headers: brotli },
    { path: '/', headers: brotli },
    { path: `/items/${id}`, headers: brotli },
    { path: '/api/reviews' },
    { path: `/api/myBooking/${encodeURIComponent(regular.email)}`, headers: own },
  ])
}

async function residentMb(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1024
}
