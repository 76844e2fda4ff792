import { join } from 'node:path'
import pg from 'pg'
import type { DatabaseSettings } from '../../src/server/db/snapshot.ts'
import { startPostgres } from '../../tests/helpers/postgres.ts'
import { meets, p99, type Row, spreadOf } from '../figures.ts'
import type { Size } from '../grow/plan.ts'
import type { Latencies, LatencyTask } from '../load/latency.ts'
import { faultsIn } from '../load/load.ts'
import type { Bench, Part } from '../part.ts'
import { prepare, smallSize } from '../prepare.ts'
import { ask, type Running, startShop } from '../processes.ts'
import { rounded } from '../report/words.ts'
import { type Growing, targetOf } from './growth-probes.ts'

const large: Size = { items: 100_000, users: 50_000, orders: 1_000_000, reviews: 100_000 }
const larger: Size = { items: 10_000, users: 5000, orders: 100_000, reviews: 10_000 }
const goal = { atMost: 1.5 }
/** A pause for garbage falls into about one request of a hundred, so that a p99 swings: what is close is sampled longer. */
const closeAt = 1.2
const perRound = 150

/** Every list, search, detail and admin call on a small shop and on a large one, asked in turn. */
export const growth: Part = bench =>
  measure(bench, async name => ({ dataDir: join(bench.folder, name), databaseUrl: undefined }))

/** The same on PostgreSQL. Filling it takes minutes, so it is measured on demand only. */
export const postgresGrowth: Part = async bench => {
  const server = await startPostgres({ durable: true })
  const own = new pg.Client(server.url)
  await own.connect()
  try {
    return await measure(bench, async name => {
      await own.query(`create database ${name}`)
      return { dataDir: join(bench.folder, name), databaseUrl: server.url.replace(/postgres$/, name) }
    })
  } finally {
    await own.end()
    await server.stop()
  }
}

async function measure(bench: Bench, placeOf: (name: string) => Promise<DatabaseSettings>): Promise<Row[]> {
  const sizes: [string, Size][] = [
    ['small', smallSize],
    ['large', bench.quick ? larger : large],
  ]
  const running: (Running & Growing)[] = []
  try {
    for (const [name, size] of sizes) {
      const place = await placeOf(name)
      const growing = { ...(await prepare({ ...place, mode: 'live' }, size, 100)), place }
      const settings = { DATA_DIR: place.dataDir, SHOP_MODE: 'live', LOG_LEVEL: 'warn' }
      const shop = await startShop({
        ...settings,
        ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      })
      running.push({ ...shop, ...growing })
    }
    const targets = []
    for (const shop of running) targets.push(await targetOf(shop.url, shop))
    const samples = perRound * bench.rounds
    const results = await ask<Latencies[]>('load/latency.ts', {
      targets,
      samples,
      closeAt,
    } satisfies LatencyTask)
    return results.map(rowOf)
  } finally {
    for (const shop of running) await shop.end()
  }
}

/** The p99 of all samples, with that of each round for the spread. */
function spread(times: readonly number[]) {
  const chunks = Array.from({ length: Math.ceil(times.length / perRound) }, (_, i) =>
    p99(times.slice(i * perRound, (i + 1) * perRound)),
  )
  return { ...spreadOf(chunks), median: p99(times) }
}

function rowOf({ name, times: [small = [], grown = []], others }: Latencies): Row {
  const [shop, yardstick] = [spread(grown), spread(small)]
  const value = shop.median / yardstick.median
  const invalid = faultsIn([{ perSecond: 0, fine: 0, others }])
  const half = (times: readonly number[]) => rounded(spreadOf(times).median)
  return {
    name: `growth: ${name}`,
    unit: 'ms p99',
    against: 'the small shop',
    shop,
    yardstick,
    figure: { value, kind: 'ratio' },
    goal,
    met: !invalid && meets(value, goal),
    note: `p50 ${half(grown)} against ${half(small)} ms`,
    ...(invalid && { invalid }),
  }
}
