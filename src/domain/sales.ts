import type { Cents } from './money.ts'
import type { Stretch } from './period.ts'

/**
 * The shop keeps what it has sold in pieces of so many minutes, each length of its own. A day of the shop is a number
 * of whole pieces in every time zone, and in most zones of the longest ones, so that few are read for a year.
 */
export const pieceLengths = [15, 30, 60] as const

export type PieceLength = (typeof pieceLengths)[number]

const minuteMs = 60_000

/** Where the piece begins that a moment belongs to. */
export const pieceAt = (moment: number, minutes: PieceLength): number =>
  moment - (moment % (minutes * minuteMs))

/** The longest pieces of which every day in this stretch is made up. */
export function longestPieces({ from, until, offset }: Stretch): PieceLength {
  const fits = (minutes: PieceLength) =>
    [from, until, offset].every(time => time % (minutes * minuteMs) === 0)
  return pieceLengths.findLast(fits) ?? pieceLengths[0]
}

/** What was taken in and given back in some time. */
export interface Sales {
  orders: number
  units: number
  takings: Cents
  refunds: Cents
  /** Lost to disputes. */
  disputes: Cents
}

export const noSales: Sales = { orders: 0, units: 0, takings: 0, refunds: 0, disputes: 0 }

export const addSales = (a: Sales, b: Sales): Sales => ({
  orders: a.orders + b.orders,
  units: a.units + b.units,
  takings: a.takings + b.takings,
  refunds: a.refunds + b.refunds,
  disputes: a.disputes + b.disputes,
})

/** What an order came to, to the cent. */
export const averageOf = ({ takings, orders }: Sales): Cents =>
  orders === 0 ? 0 : Math.round(takings / orders)

/** A refund as far as it matters here: whether and when it was done. */
export interface RefundDone {
  amount: Cents
  succeededAt: number | null
}

export interface RefundChange {
  at: number
  refunds: Cents
}

/**
 * How the sales change when a refund comes to stand otherwise. It counts at the moment when it was done, and no longer
 * when the bank sends the money back later. Money that the shop could not keep was never taken in, so that its way
 * back is no refund of a sale.
 */
export function refundChanges(
  isKept: boolean,
  before: RefundDone | undefined,
  after: RefundDone,
): RefundChange[] {
  const isSame = before?.succeededAt === after.succeededAt && before.amount === after.amount
  if (!isKept || isSame) return []
  return [...changeOf(before, -1), ...changeOf(after, 1)]
}

const changeOf = (refund: RefundDone | undefined, sign: 1 | -1): RefundChange[] =>
  refund && refund.succeededAt !== null ? [{ at: refund.succeededAt, refunds: sign * refund.amount }] : []
