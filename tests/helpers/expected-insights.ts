import assert from 'node:assert/strict'
import type { Insights } from '#contract/insights.ts'
import { dayAfter, dayAt, endOfDay, startOfDay } from '#domain/day.ts'
import { type PeriodLength, periodLengths } from '#domain/period.ts'
import { showInsights } from '../../src/server/features/insights/show-insights.ts'
import type { TestShop } from './shop.ts'

const hourMs = 3_600_000

const sumOf = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0)

interface Rows {
  orders: { item_id: string; quantity: number; paid: number; at: number; discount: number; payment: string }[]
  vouchers: ReadonlyMap<string, string>
  refunds: { amount_minor: number; at: number }[]
  losses: { amount_minor: number; at: number }[]
}

async function rowsOf({ deps: { db } }: TestShop): Promise<Rows> {
  const orders = await db.read.selectFrom('orders').selectAll().where('paid_at', '>', 0).execute()
  const refunds = await db.read
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select(['refunds.amount_minor', 'refunds.succeeded_at'])
    .whereRef('orders.transaction_id', '=', 'refunds.intent_id')
    .execute()
  const losses = await db.read
    .selectFrom('dispute_orders')
    .innerJoin('disputes', 'disputes.id', 'dispute_orders.dispute_id')
    .innerJoin('orders', 'orders.id', 'dispute_orders.order_id')
    .select(['dispute_orders.amount_minor', 'disputes.lost_at'])
    .whereRef('orders.transaction_id', '=', 'disputes.intent_id')
    .execute()
  const payments = await db.read.selectFrom('payments').select(['intent_id', 'voucher']).execute()
  return {
    losses: losses.map(loss => ({ ...loss, at: loss.lost_at ?? 0 })),
    orders: orders.map(order => ({
      ...order,
      paid: order.paid_minor ?? 0,
      at: order.paid_at ?? 0,
      discount: order.total_minor + order.paid_delivery_minor - (order.paid_minor ?? 0),
      payment: order.transaction_id ?? '',
    })),
    vouchers: new Map(payments.map(({ intent_id, voucher }) => [intent_id ?? '', voucher])),
    refunds: refunds.map(refund => ({ ...refund, at: refund.succeeded_at ?? 0 })),
  }
}

function between(rows: Rows, from: number, until: number): Insights['totals'] {
  const isIn = ({ at }: { at: number }) => at >= from && at < until
  const [sold, given] = [rows.orders.filter(isIn), rows.refunds.filter(isIn)]
  const takings = sumOf(sold.map(({ paid }) => paid))
  return {
    orders: sold.length,
    units: sumOf(sold.map(({ quantity }) => quantity)),
    takings: takings / 100,
    refunds: sumOf(given.map(({ amount_minor }) => amount_minor)) / 100,
    disputes: sumOf(rows.losses.filter(isIn).map(({ amount_minor }) => amount_minor)) / 100,
    average: sold.length === 0 ? 0 : Math.round(takings / sold.length) / 100,
  }
}

/** The insights, computed from all rows in the simplest way. */
function expectedInsights({ deps: { config, now } }: TestShop, rows: Rows, length: PeriodLength) {
  const { timeZone } = config
  const today = dayAt(now(), timeZone)
  const dates = Array.from({ length }, (_, index) => dayAfter(today, index + 1 - length))
  const from = startOfDay(dates[0] ?? '', timeZone)
  const before = startOfDay(dayAfter(dates[0] ?? '', -length), timeZone)
  const soFar = before + Math.round((now() - from) / hourMs) * hourMs
  const salesOf = (date: string, until = Number.POSITIVE_INFINITY) => {
    const end = Math.min(endOfDay(date, timeZone), until)
    const { average: _, ...sales } = between(rows, startOfDay(date, timeZone), end)
    return { date, ...sales }
  }
  const byItem = Map.groupBy(
    rows.orders.filter(({ at }) => at >= from),
    ({ item_id }) => item_id,
  )
  const byVoucher = Map.groupBy(
    rows.orders.filter(({ at, discount }) => at >= from && discount > 0),
    ({ payment }) => rows.vouchers.get(payment) ?? '',
  )
  return {
    totals: between(rows, from, endOfDay(today, timeZone)),
    previous: between(rows, before, Math.min(from, soFar)),
    previousDays: dates
      .map(date => dayAfter(date, -length))
      .filter(date => startOfDay(date, timeZone) < soFar)
      .map(date => salesOf(date, soFar)),
    days: dates.map(date => salesOf(date)),
    best: [...byItem]
      .map(([itemId, sold]) => ({
        itemId,
        units: sumOf(sold.map(({ quantity }) => quantity)),
        takings: sumOf(sold.map(({ paid }) => paid)) / 100,
      }))
      .sort((a, b) => b.units - a.units || (a.itemId < b.itemId ? 1 : -1))
      .slice(0, 5),
    vouchers: [...byVoucher]
      .map(([code, sold]) => ({
        code,
        uses: new Set(sold.map(({ payment }) => payment)).size,
        discount: sumOf(sold.map(({ discount }) => discount)) / 100,
      }))
      .sort((a, b) => b.discount - a.discount || (a.code < b.code ? -1 : 1)),
  }
}

/** Compares the insights of every period with sums over all orders, refunds and lost disputes. */
export async function assertInsightsMatchRows(shop: TestShop): Promise<void> {
  const rows = await rowsOf(shop)
  for (const length of periodLengths) {
    const { days, totals, previous, previousDays, best, vouchers } = await showInsights(shop.deps, length)
    const shown = {
      totals,
      previous,
      previousDays,
      days,
      vouchers,
      best: best.map(({ name: _, ...item }) => item),
    }
    assert.deepEqual(shown, expectedInsights(shop, rows, length), `${length} days`)
  }
}
