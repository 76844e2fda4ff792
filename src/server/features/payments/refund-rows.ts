import { spread } from '#domain/payment.ts'
import type { CardRefund } from '#domain/refund.ts'
import type { OrderRow, PaymentOrderRow, PaymentRow, Reading, RefundRow, Writing } from '../../db/tables.ts'
import { isPaidWith, type PaymentPart } from '../../store/payment-orders.ts'
import * as refunds from '../../store/refunds.ts'

/** A payment with its orders. */
export interface Paid {
  payment: PaymentRow
  parts: readonly PaymentPart[]
}

/** The rows of a refund that the provider tells of, made now where the shop has not asked for it. */
export async function rowsOf(
  tx: Writing,
  paid: Paid | undefined,
  known: CardRefund,
  now: number,
): Promise<RefundRow[]> {
  const noted = await refunds.listByProvider(tx, known.id)
  if (noted.length > 0) return noted
  const asked = known.refundId && (await refunds.find(tx, known.refundId))
  if (asked && asked.provider_id === null) return [asked]
  const rows: RefundRow[] = []
  for (const { orderId, amount } of await attributed(tx, paid, known))
    rows.push(await refunds.add(tx, byProvider(paid, known, orderId, amount), now))
  return rows
}

const byProvider = (
  paid: Paid | undefined,
  { id: providerId, intentId }: CardRefund,
  orderId: string | null,
  amount: number,
): refunds.NewRefundRow => ({
  paymentId: paid?.payment.id ?? null,
  orderId,
  intentId,
  amount,
  reason: 'by_provider',
  providerId,
})

interface Attributed {
  orderId: string | null
  amount: number
}

/**
 * Money that somebody gave back at the provider, who knows nothing of orders: first of those whose money the shop could
 * not keep, because that has to go back anyway, then of the others, by id.
 */
async function attributed(
  tx: Writing,
  paid: Paid | undefined,
  { intentId, amount }: CardRefund,
): Promise<Attributed[]> {
  if (!paid) return [{ orderId: null, amount }]
  const made = (await refunds.listOf(tx, intentId)).filter(isMade)
  const shares = sharesOf(paid.payment, paid.parts)
  const places = paid.parts
    .map(({ order }) => ({
      order,
      room: Math.max(0, (shares.get(order.id) ?? 0) - givenOf(order.id, made)),
    }))
    .toSorted((a, b) => rankOf(a.order, intentId) - rankOf(b.order, intentId))
  const amounts = spread(
    amount,
    places.map(({ room }) => room),
  )
  return places
    .map(({ order }, i) => ({ orderId: order.id, amount: amounts[i] ?? 0 }))
    .filter(one => one.amount > 0)
}

const rankOf = (order: OrderRow, intentId: string): number => (isPaidWith(order, intentId) ? 1 : 0)

/** At the provider, and not sent back by a bank. */
const isMade = ({ provider_id, failed_at }: RefundRow): boolean => provider_id !== null && failed_at === null

const givenOf = (orderId: string | null, made: readonly RefundRow[]): number =>
  made
    .filter(({ booking_id }) => booking_id === orderId)
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0)

/** What has come for each order: its amount, unless another sum has come than was agreed. */
function sharesOf(payment: PaymentRow, parts: readonly PaymentOrderRow[]): ReadonlyMap<string, number> {
  const shares = spread(
    payment.received_cents ?? payment.amount_cents,
    parts.map(({ amount_cents }) => amount_cents),
  )
  return new Map(parts.map(({ booking_id }, i) => [booking_id, shares[i] ?? 0]))
}

/** How much of an order's share has not gone back, whoever has given back the rest. */
export async function leftOf(
  db: Reading,
  payment: PaymentRow,
  parts: readonly PaymentOrderRow[],
  { booking_id, intent_id }: RefundRow,
): Promise<number> {
  const made = (await refunds.listOf(db, intent_id)).filter(isMade)
  const share = sharesOf(payment, parts).get(booking_id ?? '') ?? 0
  return Math.max(0, share - givenOf(booking_id, made))
}
