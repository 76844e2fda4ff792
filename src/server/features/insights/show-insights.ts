import type { Insights, SalesTotals } from '#contract/insights.ts'
import { dollarsOf } from '#domain/money.ts'
import { mostCounted } from '#domain/order.ts'
import { type Period, type PeriodLength, periodOf, stretchesOf } from '#domain/period.ts'
import { addSales, averageOf, noSales, type Sales } from '#domain/sales.ts'
import { daysLeft, isLow } from '#domain/stock.ts'
import type { Deps } from '../../deps.ts'
import { countIn, countToSend } from '../../store/order-states.ts'
import * as recentSales from '../../store/recent-sales.ts'
import * as sales from '../../store/sales.ts'
import * as scarceItems from '../../store/scarce-items.ts'
import { countAnew } from './count-anew.ts'

const mostBest = 5
const mostLow = 20

/** How the shop does, in days of the shop up to now. */
export async function showInsights(deps: Deps, length: PeriodLength): Promise<Insights> {
  const { db, config, now } = deps
  const period = periodOf(length, now(), config.timeZone)
  await countAnew(deps, [length, 7])
  const [byDay, before, best, low, ...counts] = await Promise.all([
    salesByDay(deps, period),
    salesBefore(deps, period),
    recentSales.best(db.read, length, mostBest),
    lowItems(deps),
    countToSend(db.read, mostCounted),
    ...(['held', 'lapsed'] as const).map(state => countIn(db.read, state, mostCounted)),
  ])
  const [toSend = 0, unpaid = 0, lapsed = 0] = counts
  return {
    days: period.days.map(date => ({ date, ...inDollars(byDay.get(date) ?? noSales) })),
    totals: totalsOf([...byDay.values()]),
    previous: totalsOf(before),
    best,
    low,
    toSend,
    unpaid,
    lapsed,
  }
}

async function salesByDay({ db, config }: Deps, { from, until }: Period): Promise<Map<string, Sales>> {
  const days = new Map<string, Sales>()
  // The day on which the clocks are changed is partly in either stretch.
  for (const stretch of stretchesOf(from, until, config.timeZone))
    for (const [day, sold] of await sales.byDay(db.read, stretch))
      days.set(day, addSales(days.get(day) ?? noSales, sold))
  return days
}

const salesBefore = ({ db, config }: Deps, { previousFrom, previousUntil }: Period): Promise<Sales[]> =>
  Promise.all(
    stretchesOf(previousFrom, previousUntil, config.timeZone).map(stretch => sales.total(db.read, stretch)),
  )

function totalsOf(parts: readonly Sales[]): SalesTotals {
  const sum = parts.reduce(addSales, noSales)
  return { ...inDollars(sum), average: dollarsOf(averageOf(sum)) }
}

const inDollars = ({ orders, units, takings, refunds, disputes }: Sales) => ({
  orders,
  units,
  takings: dollarsOf(takings),
  refunds: dollarsOf(refunds),
  disputes: dollarsOf(disputes),
})

/** What will be gone first stands first; nothing can be done in time about what is gone. */
async function lowItems({ db, config: { lowStock } }: Deps): Promise<Insights['low']> {
  const candidates = await scarceItems.listCandidates(db.read, lowStock)
  return candidates
    .filter(item => isLow(item, lowStock))
    .sort(
      (a, b) =>
        Number(a.free === 0) - Number(b.free === 0) ||
        daysLeft(a) - daysLeft(b) ||
        a.free - b.free ||
        (a.itemId < b.itemId ? 1 : -1),
    )
    .slice(0, mostLow)
}
