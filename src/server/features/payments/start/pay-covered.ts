import type { Order } from '#contract/orders.ts'
import type { PaymentChoices } from '#contract/payments.ts'
import type { Caller } from '#domain/access.ts'
import { dayAt } from '#domain/day.ts'
import { formatPrice } from '#domain/money.ts'
import { customer } from '#domain/order-event.ts'
import { chargeCurrency } from '#domain/payment.ts'
import { voucherRefused } from '#domain/voucher.ts'
import type { OrderRow, PaymentRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import * as notedPayments from '../../../store/noted-payments.ts'
import * as orders from '../../../store/orders.ts'
import * as paymentOrders from '../../../store/payment-orders.ts'
import * as payments from '../../../store/payments.ts'
import { keep } from '../settle/take-money.ts'
import { lockDue, renewHolds } from './open-payment.ts'
import { explainOutage } from './provider-outage.ts'
import { checkMayPayNothing, claimUse } from './use-voucher.ts'
import { withoutLivePayments } from './without-live-payments.ts'

interface Request extends PaymentChoices {
  voucher: string
}

/** Pays for orders with a voucher that leaves nothing to pay. A card payment that arrives all the same is refunded. */
export async function payCovered(deps: Deps, caller: Caller, request: Request): Promise<Order[]> {
  const words = (doesWhat: string) =>
    `The card provider ${doesWhat} right now. Nothing was ordered or charged.`
  const { paid } = await explainOutage(words, () =>
    withoutLivePayments(deps, deps.cards, (tx, stuck) => tryToPay(tx, deps, caller, request, stuck)),
  )
  return paid.map(orders.toOrder)
}

/** Returns the live card payments that are in the way, if any. */
async function tryToPay(
  tx: Writing,
  deps: Deps,
  { userId }: Caller,
  request: Request,
  stuck: ReadonlySet<string>,
): Promise<{ paid: OrderRow[] } | readonly PaymentRow[]> {
  const now = deps.now()
  const { orders: due, voucher, charged } = await lockDue(tx, deps, userId, request)
  const { total } = charged.price
  if (!voucher || total > 0) throw voucherRefused(`This voucher leaves ${formatPrice(total)} to pay by card.`)
  await checkMayPayNothing(tx, userId)
  await renewHolds(tx, deps, due)
  const live = deps.cards ? await payments.listLive(tx, charged.orderIds) : []
  const inTheWay = [...live, ...(await claimUse(tx, deps, { voucher, userId, own: live, stuck }))]
  if (inTheWay.length > 0) return inTheWay
  const payment = await notedPayments.add(tx, {
    ...charged,
    currency: chargeCurrency(),
    method: 'voucher',
    adminId: null,
    key: undefined,
    now,
  })
  const parts = await paymentOrders.listOf(tx, payment.id)
  const paidBy = { method: 'voucher', on: dayAt(now, deps.config.timeZone) } as const
  return { paid: await keep(tx, { payment, intentId: payment.intent_id, by: customer, paidBy }, parts, deps) }
}
