import { dayAt } from '#domain/day.ts'
import { holdToSettle } from '#domain/hold.ts'
import { formatPrice } from '#domain/money.ts'
import { paidWords } from '#domain/noted-payment.ts'
import { type PaymentSource, shopItself } from '#domain/order-event.ts'
import type { Share } from '#domain/payment.ts'
import type { PaidBy } from '#domain/payment-method.ts'
import { rateOn, type TaxRate } from '#domain/tax.ts'
import type { KnownPayment } from '../../../adapters/cards.ts'
import type { OrderRow, PaymentRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import { receipt } from '../../../emails/payment-emails.ts'
import * as invoices from '../../../store/invoices.ts'
import * as itemTaxes from '../../../store/item-taxes.ts'
import * as orders from '../../../store/orders.ts'
import * as outbox from '../../../store/outbox.ts'
import type { PaymentPart } from '../../../store/payment-orders.ts'
import * as payments from '../../../store/payments.ts'
import * as refunds from '../../../store/refunds.ts'
import * as shopContent from '../../../store/shop-content.ts'
import * as timeline from '../../../store/timeline.ts'
import { byItem, holdAgain } from '../hold-again.ts'
import { notifyAdmins } from './notify-admins.ts'

/** A succeeded payment. The rows of its orders are locked. */
export interface Money {
  payment: PaymentRow
  parts: readonly PaymentPart[]
  card: KnownPayment
  by: PaymentSource
}

/**
 * Marks the orders that can be kept as paid, and adds refunds for the shares of the others. Returns the result for each
 * share; an order without stock is not kept.
 */
export async function takeMoney(
  tx: Writing,
  money: Money,
  shares: readonly Share[],
  deps: Deps,
): Promise<Share[]> {
  const { payment, parts, card } = money
  await payments.markSucceeded(tx, payment.id, card.amount, deps.now())
  const soldOut = new Set<string>()
  for (const order of byItem(wanted(parts, shares).map(part => part.order)))
    if (order.released_at !== null && !(await retake(tx, order, money.by, deps.now()))) soldOut.add(order.id)
  const decided = shares.map(
    (share): Share => (soldOut.has(share.orderId) ? { ...share, what: 'refund', why: 'sold_out' } : share),
  )
  for (const share of decided)
    if (share.what === 'refund' && share.amount > 0) await addRefund(tx, money, share, deps.now())
  await keep(tx, { payment, intentId: card.intentId, by: money.by }, wanted(parts, decided), deps)
  return decided
}

const retake = (tx: Writing, order: OrderRow, by: PaymentSource, now: number) =>
  holdAgain(tx, order, holdToSettle(order.renewed_ms, now), by, now)

const wanted = (parts: readonly PaymentPart[], shares: readonly Share[]): PaymentPart[] =>
  parts.filter((_, i) => shares[i]?.what === 'keep')

interface Kept {
  payment: PaymentRow
  intentId: string
  by: timeline.NewEvent['who']
  /** How the money came if not by card. */
  paidBy?: PaidBy
}

/** Marks orders as paid, with everything that follows from it. Returns them. */
export async function keep(
  tx: Writing,
  { payment, intentId, by, paidBy }: Kept,
  parts: readonly Pick<PaymentPart, 'order_id' | 'amount_minor' | 'delivery_minor'>[],
  deps: Deps,
): Promise<OrderRow[]> {
  const now = deps.now()
  const kept: OrderRow[] = []
  for (const { order_id: id, amount_minor, delivery_minor } of parts) {
    const paid = {
      transaction_id: intentId,
      paid_minor: amount_minor,
      paid_delivery_minor: delivery_minor,
      paid_at: now,
      ...paidColumns(paidBy),
    }
    kept.push(await orders.setPaid(tx, id, paid))
    await timeline.add(tx, id, {
      at: now,
      what: 'paid',
      who: by,
      detail: paidBy ? paidWords(paidBy) : intentId,
    })
  }
  const content = await shopContent.read(tx)
  const day = paidBy?.on ?? dayAt(now, deps.config.timeZone)
  const taxOf = await taxesOnDay(tx, kept, content.taxRates, day)
  if (kept.length > 0)
    await outbox.add(
      tx,
      receipt(payment, kept, intentId, deps.config.emailOrigin, invoices.taxesOfOrders(kept, taxOf)),
      now,
    )
  for (const order of byItem(kept)) await notifyAdmins(tx, deps, order, now)
  const shop = shopContent.detailsOf(content, deps.config)
  // Last, because every other payment waits for the invoice counter until the transaction ends.
  const [first, ...others] = kept
  if (first)
    await invoices.issueInvoice(tx, shop, {
      payment,
      orders: [first, ...others],
      taxOf,
      transactionId: intentId,
      at: now,
    })
  return kept
}

const paidColumns = (paidBy: PaidBy | undefined): Pick<OrderRow, 'paid_method' | 'received_on'> => ({
  paid_method: paidBy?.method ?? null,
  received_on: paidBy?.on ?? null,
})

/** The rates of the orders' items that hold on a day. */
async function taxesOnDay(
  tx: Writing,
  kept: readonly OrderRow[],
  rates: readonly TaxRate[],
  day: string,
): Promise<invoices.TaxOf> {
  const names = await itemTaxes.namesOf(
    tx,
    kept.map(order => order.item_id),
  )
  return ({ item_id }) => {
    const rate = rateOn(rates, names.get(item_id) ?? '', day)
    return rate && { name: rate.name, percent: rate.percent }
  }
}

async function addRefund(
  tx: Writing,
  { payment, card: { intentId } }: Money,
  { orderId, amount, why: reason }: Extract<Share, { what: 'refund' }>,
  now: number,
): Promise<void> {
  const refund = {
    payment_id: payment.id,
    order_id: orderId,
    intent_id: intentId,
    amount_minor: amount,
    reason,
  }
  await refunds.add(tx, refund, now)
  const detail = formatPrice(amount)
  await timeline.add(tx, orderId, { at: now, what: 'refund_asked', who: shopItself, detail })
}
