import { LRUCache } from 'lru-cache'
import type { TimeRange } from '#domain/period.ts'
import { noSales, type Sales } from '#domain/sales.ts'
import type { Reading } from '../../db/schema/tables.ts'
import * as sales from '../../store/sales.ts'

/** No payment is added to a day that ended this long ago: transactions are shorter, and clocks differ by less. */
const settledMs = 3_600_000

const atOnce = 365

const keyOf = ({ from, until }: TimeRange): string => `${from}-${until}`

/** Payments of a past day do not change, so each process sums them once. Refunds and disputes are read each time. */
export class PastSales {
  readonly #known = new LRUCache<string, sales.Sold>({ max: 1500 })

  /** Sales and losses in each of these consecutive ranges. */
  async inRanges(db: Reading, ranges: readonly TimeRange[], now: number): Promise<Sales[]> {
    const [sold, losses] = await Promise.all([
      this.#soldIn(db, ranges, now),
      sales.lostIn(db, { from: ranges[0]?.from ?? 0, until: ranges.at(-1)?.until ?? 0 }),
    ])
    let next = 0
    return ranges.map((range, index) => {
      const sum = { ...noSales, ...sold[index] }
      for (let loss = losses[next]; loss && loss.at < range.until; loss = losses[++next]) {
        if (loss.at < range.from) continue
        sum.refunds += loss.refunds
        sum.disputes += loss.disputes
      }
      return sum
    })
  }

  async #soldIn(db: Reading, ranges: readonly TimeRange[], now: number): Promise<sales.Sold[]> {
    const sums = new Map(ranges.map(range => [range, this.#known.get(keyOf(range))]))
    const unknown = ranges.filter(range => !sums.get(range))
    for (let start = 0; start < unknown.length; start += atOnce) {
      const part = unknown.slice(start, start + atOnce)
      for (const [index, sold] of (await sales.soldIn(db, part)).entries()) {
        const range = part[index]
        if (!range) continue
        sums.set(range, sold)
        if (range.until < now - settledMs) this.#known.set(keyOf(range), sold)
      }
    }
    return ranges.map(range => sums.get(range) ?? noSales)
  }
}
