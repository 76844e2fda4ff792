import * as z from 'zod/mini'
import { lengthIn, periodLengths, usualLength } from '#domain/period.ts'
import { endpoint } from './endpoint.ts'
import { currency, id, money } from './shapes.ts'

/** Takings count on the day of payment, refunds on the day they succeed, disputes on the day they are lost. */
const sales = z.strictObject({
  takings: money,
  orders: z.int(),
  units: z.int(),
  refunds: money,
  /** Lost to disputes. */
  disputes: money,
})

const totals = z.extend(sales, {
  /** The average order value. */
  average: money,
})

export type SalesTotals = z.output<typeof totals>

const salesDay = z.extend(sales, { date: z.iso.date() })

export type SalesDay = z.output<typeof salesDay>

const bestItem = z.strictObject({ itemId: id, name: z.string(), units: z.int(), takings: money })

export type BestItem = z.output<typeof bestItem>

const lowItem = z.strictObject({
  itemId: id,
  name: z.string(),
  free: z.int(),
  /** Units sold in the last seven days, to estimate when the item sells out. */
  soldInWeek: z.int(),
})

export type LowItem = z.output<typeof lowItem>

/** Payments that used a voucher, and how much less these cost. */
const usedVoucher = z.strictObject({ code: z.string(), uses: z.int(), discount: money })

export type UsedVoucher = z.output<typeof usedVoucher>

const insightsAnswer = z.strictObject({
  currency,
  /** Every day of the period up to today, oldest first. */
  days: z.array(salesDay),
  totals,
  /** The same number of days before, up to the same hour of the last one. */
  previousDays: z.array(salesDay),
  /** The totals of the days before. */
  previous: totals,
  best: z.array(bestItem),
  low: z.array(lowItem),
  /** Those of the period, the largest discount first. */
  vouchers: z.array(usedVoucher),
  /** Current numbers of orders, each counted up to `mostCounted` (domain/order.ts). */
  toSend: z.int(),
  unpaid: z.int(),
  lapsed: z.int(),
})

export type Insights = z.output<typeof insightsAnswer>

const waitingCounts = z.strictObject({
  /** Both are counted up to `mostCounted` (domain/order.ts). */
  toSend: z.int(),
  /** Reviews of the last seven days that are neither answered nor hidden. */
  newReviews: z.int(),
})

export type WaitingCounts = z.output<typeof waitingCounts>

const lengths = periodLengths.map(String)

const insightsQuery = z.strictObject({
  days: z._default(
    z.pipe(
      z.enum(lengths, `Ask for ${lengths.join(', ')} days.`),
      z.transform(text => lengthIn(text) ?? usualLength),
    ),
    usualLength,
  ),
})

export const insights = {
  show: endpoint({
    method: 'GET',
    path: '/insights',
    who: 'admin',
    summary:
      'Shop performance: sales, orders and refunds by day, best sellers, low stock, used vouchers, open orders',
    query: insightsQuery,
    answer: insightsAnswer,
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/waiting',
    who: 'admin',
    summary: 'How many orders are to be sent, and how many new reviews there are',
    answer: waitingCounts,
  }),
}
