import { randomUUIDv7 } from 'node:crypto'
import { median, p99, type Row, rowOf } from '../figures.ts'
import { openBulk } from '../grow/bulk.ts'
import { buyers, type HotResult, type HotTask, units } from '../hot-item/task.ts'
import type { Bench, Part } from '../part.ts'
import { addGoods, type Good, type Prepared, prepare } from '../prepare.ts'
import { ask } from '../processes.ts'
import { rounded } from '../report/words.ts'
import { withPostgres } from '../with-postgres.ts'
import { placeIn } from '../with-shop.ts'

type Way = Pick<HotTask, 'buckets' | 'connections' | 'confirmMs'>

/** A shop has ten connections. */
const settings = [
  { connections: 10, confirmMs: 0, splits: [4, 16, 64] },
  { connections: 40, confirmMs: 0, splits: [16, 64] },
  { connections: 40, confirmMs: 5, splits: [16] },
]

/**
 * Ten thousand buyers for a thousand units of one item, on a PostgreSQL that waits for the disk. A simulation in SQL: the
 * statements of an order without the shop around them, with the shop's one row, and with its stock split into buckets.
 */
export const hotItem: Part = bench =>
  withPostgres({ durable: true }, async newDatabase => {
    const prepared = await prepare(placeIn(bench, 'hot-item', await newDatabase('hot_item')), buyers)
    const rows: Row[] = []
    for (const { splits, ...setting } of settings)
      rows.push(...(await compare(bench, prepared, setting, splits)))
    return rows
  })

/** One row and each number of buckets take turns, so that a slow round is slow for all of them. */
async function compare(
  bench: Bench,
  prepared: Prepared,
  setting: Omit<Way, 'buckets'>,
  splits: readonly number[],
): Promise<Row[]> {
  const ways = [1, ...splits].map(buckets => ({ ...setting, buckets, results: [] as HotResult[] }))
  for (let round = 0; round < bench.rounds; round++)
    for (const { results, ...way } of ways) results.push(await sell(prepared, way))
  return ways.map(({ results, buckets }) => rowFor({ ...setting, buckets }, results, ways[0]?.results ?? []))
}

async function sell({ place, customers }: Prepared, way: Way): Promise<HotResult> {
  const good: Good = { id: randomUUIDv7(), name: 'Hot item' }
  const bulk = await openBulk(place)
  await addGoods(bulk, [good], units, Date.now())
  await bulk.close()
  const url = place.databaseUrl ?? ''
  return ask<HotResult>('hot-item/buyers.ts', { ...way, url, customers, good } satisfies HotTask)
}

const perSecond = ({ soldOutSeconds }: HotResult): number => units / soldOutSeconds

function rowFor({ buckets, connections, confirmMs }: Way, results: HotResult[], oneRow: HotResult[]): Row {
  const [sold, refused] = [results.flatMap(one => one.soldMs), results.flatMap(one => one.refusedMs)]
  return rowOf({
    name: `${buckets === 1 ? 'one row' : `${buckets} buckets`}, ${connections} connections${confirmMs > 0 ? `, ${confirmMs} ms to a standby` : ''}`,
    unit: 'orders/s',
    kind: 'ratio',
    shop: results.map(perSecond),
    yardstick: oneRow.map(perSecond),
    notes: [
      'against one row',
      `an order p50 ${rounded(median(sold))} ms, p99 ${rounded(p99(sold))} ms`,
      `a refusal p50 ${rounded(median(refused))} ms`,
    ],
  })
}
