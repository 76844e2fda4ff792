import { leftOf } from '#domain/order.ts'
import { spread } from '#domain/payment.ts'
import type { CardRefund } from '#domain/refund.ts'
import type {
  PaymentOrderRow,
  PaymentRow,
  RefundRow,
  UnmatchedPaymentRow,
  Writing,
} from '../../../db/schema/tables.ts'
import * as disputes from '../../../store/disputes.ts'
import { isPaidWith, type PaymentPart } from '../../../store/payment-orders.ts'
import { unreplacedFailures } from '../../../store/refund-lists.ts'
import * as refunds from '../../../store/refunds.ts'

/** A payment with its orders. */
export interface Paid {
  payment: PaymentRow
  parts: readonly PaymentPart[]
  /** Its part for orders that are missing. */
  unmatched: UnmatchedPaymentRow | undefined
}

/** The rows of one of the provider's refunds. Adds them if the refund was not made by the shop. */
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
  for (const { orderId, amount } of await attributeRefund(tx, paid, known))
    rows.push(await refunds.add(tx, byProvider(paid, known, orderId, amount), now))
  return rows
}

const byProvider = (
  paid: Paid | undefined,
  { id, intentId }: CardRefund,
  orderId: string | null,
  amount: number,
): refunds.NewRefundRow => ({
  payment_id: orderId === null ? null : (paid?.payment.id ?? null),
  order_id: orderId,
  intent_id: intentId,
  amount_minor: amount,
  reason: 'by_provider',
  provider_id: id,
})

/** What is left of an order's share of a payment. If `orderId` is null: of the share of missing orders. */
interface ShareLeft {
  orderId: string | null
  left: number
}

/** Splits a refund made at the provider, which knows no orders, among the orders of the payment. */
async function attributeRefund(
  tx: Writing,
  paid: Paid | undefined,
  { amount }: CardRefund,
): Promise<{ orderId: string | null; amount: number }[]> {
  return paid ? takeFrom(await sharesLeft(tx, paid), amount) : [{ orderId: null, amount }]
}

/** Takes an amount from the shares in their order; omits shares that contribute nothing. */
export function takeFrom(shares: readonly ShareLeft[], amount: number) {
  const amounts = spread(
    amount,
    shares.map(({ left }) => left),
  )
  return shares.map(({ orderId }, i) => ({ orderId, amount: amounts[i] ?? 0 })).filter(one => one.amount > 0)
}

/**
 * Money that has to go back anyway comes first: what the shop could not keep, then orders whose refund failed, then the
 * others by id. The loss of `exceptDispute` is not subtracted, so that it can be split again.
 */
export async function sharesLeft(tx: Writing, paid: Paid, exceptDispute?: string): Promise<ShareLeft[]> {
  const { payment, parts, unmatched } = paid
  const rows = await refunds.listOf(tx, payment.intent_id ?? '')
  const missing = new Set(unreplacedFailures(rows).map(({ order_id }) => order_id))
  const rankOf = ({ order }: PaymentPart): number => {
    if (!isPaidWith(order, payment.intent_id)) return 0
    return missing.has(order.id) ? 1 : 2
  }
  const ids = parts.toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ order }) => order.id)
  const lost = await disputes.lossesOf(tx, payment.intent_id ?? '', exceptDispute)
  const gone = Map.groupBy([...rows.filter(isMade), ...lost], ({ order_id }) => order_id)
  const shares = sharesOf(payment, parts)
  return [...(unmatched ? [null] : []), ...ids].map(orderId => ({
    orderId,
    left: leftOf(
      orderId === null ? (unmatched?.amount_minor ?? 0) : (shares.get(orderId) ?? 0),
      (gone.get(orderId) ?? []).map(({ amount_minor }) => amount_minor),
    ),
  }))
}

/** The provider accepted it, and no bank has returned the money. */
const isMade = ({ provider_id, failed_at }: RefundRow): boolean => provider_id !== null && failed_at === null

/** The amount received for each order: its own amount, unless the sum received differs from the sum agreed. */
function sharesOf(payment: PaymentRow, parts: readonly PaymentOrderRow[]): ReadonlyMap<string, number> {
  const shares = spread(
    payment.received_minor ?? payment.amount_minor,
    parts.map(({ amount_minor }) => amount_minor),
  )
  return new Map(parts.map(({ order_id }, i) => [order_id, shares[i] ?? 0]))
}
