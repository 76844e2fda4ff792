import type { Insights, SalesDay, SalesTotals } from '#contract/insights.ts'
import { shopCurrency } from '#domain/currency.ts'
import { majorOf } from '#domain/money.ts'
import { mostCounted } from '#domain/order.ts'
import { type PeriodLength, periodOf } from '#domain/period.ts'
import { addSales, averageOf, noSales, type Sales } from '#domain/sales.ts'
import { daysLeft, isLow } from '#domain/stock.ts'
import type { Deps } from '../../deps.ts'
import * as lowStock from '../../store/low-stock.ts'
import { countIn, countToSend } from '../../store/order-states.ts'
import * as sales from '../../store/sales.ts'
import * as voucherUses from '../../store/voucher-uses.ts'

const mostBest = 5
const mostLow = 20

/** The shop's figures in its own calendar days, up to now. */
export async function showInsights(deps: Deps, length: PeriodLength): Promise<Insights> {
  const { db, config, now } = deps
  const { days, from, previous } = periodOf(length, now(), config.timeZone)
  const [sold, best, low, vouchers, ...counts] = await Promise.all([
    deps.pastSales.inRanges(db.read, [...previous, ...days], now()),
    sales.bestSince(db.read, from, mostBest),
    lowItems(deps),
    voucherUses.sumSince(db.read, from),
    countToSend(db.read, mostCounted),
    ...(['held', 'lapsed'] as const).map(state => countIn(db.read, state, mostCounted)),
  ])
  const [before, byDay] = [sold.slice(0, previous.length), sold.slice(previous.length)]
  const [toSend = 0, unpaid = 0, lapsed = 0] = counts
  return {
    days: datedSales(days, byDay),
    currency: shopCurrency().code,
    totals: totalsOf(byDay),
    previousDays: datedSales(previous, before),
    previous: totalsOf(before),
    best,
    low,
    vouchers: vouchers.map(used => ({ ...used, discount: majorOf(used.discount) })),
    toSend,
    unpaid,
    lapsed,
  }
}

const datedSales = (days: readonly { date: string }[], sold: readonly Sales[]): SalesDay[] =>
  days.map(({ date }, index) => ({ date, ...inMajorUnits(sold[index] ?? noSales) }))

function totalsOf(parts: readonly Sales[]): SalesTotals {
  const sum = parts.reduce(addSales, noSales)
  return { ...inMajorUnits(sum), average: majorOf(averageOf(sum)) }
}

const inMajorUnits = ({ orders, units, takings, refunds, disputes }: Sales) => ({
  orders,
  units,
  takings: majorOf(takings),
  refunds: majorOf(refunds),
  disputes: majorOf(disputes),
})

/** Items that sell out first come first; sold-out items come last, because it is too late to act. */
async function lowItems({ db, config, now }: Deps): Promise<Insights['low']> {
  const candidates = await lowStock.listCandidates(
    db.read,
    config.lowStock,
    periodOf(7, now(), config.timeZone),
  )
  return candidates
    .filter(item => isLow(item, config.lowStock))
    .sort(
      (a, b) =>
        Number(a.free === 0) - Number(b.free === 0) ||
        daysLeft(a) - daysLeft(b) ||
        a.free - b.free ||
        (a.itemId < b.itemId ? 1 : -1),
    )
    .slice(0, mostLow)
}
