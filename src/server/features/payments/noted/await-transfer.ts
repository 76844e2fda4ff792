import type { Order } from '#contract/orders.ts'
import type { Caller } from '#domain/access.ts'
import { inMinorUnits } from '#domain/delivery.ts'
import { checkMissedTransfers, holdToSettle, transferHold } from '#domain/hold.ts'
import { noSuchOrder } from '#domain/order.ts'
import { customer } from '#domain/order-event.ts'
import { outOfStock } from '#domain/quantity.ts'
import { Refusal } from '#domain/refusal.ts'
import { deliveriesToTell } from '#domain/transfer.ts'
import type { OrderRow, PaymentRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import * as holds from '../../../store/holds.ts'
import * as items from '../../../store/items.ts'
import * as orders from '../../../store/orders.ts'
import * as payments from '../../../store/payments.ts'
import * as shopContent from '../../../store/shop-content.ts'
import * as timeline from '../../../store/timeline.ts'
import { checkTransferShareOf, isUnknown } from '../held-share.ts'
import { byItem, holdAgain } from '../hold-again.ts'
import { checkUnpaid, withItemName } from '../start/open-payment.ts'
import { explainOutage } from '../start/provider-outage.ts'
import { withoutLivePayments } from '../start/without-live-payments.ts'
import { tellOfTransfer } from './tell-of-transfer.ts'

/**
 * The customer says that the money comes by transfer, so the stock waits for it for as many days as the shop offers. Once
 * for each order; saying it again changes nothing. Open card payments of the orders are canceled first: nobody would
 * finish them, and the card provider would be asked about them for days. A card can pay later all the same.
 */
export async function awaitTransfer(
  deps: Deps,
  { userId }: Caller,
  orderIds: readonly string[],
): Promise<Order[]> {
  const words = (doesWhat: string) => `The card provider ${doesWhat} right now. Nothing was announced.`
  const { waiting } = await explainOutage(words, () =>
    withoutLivePayments(deps, deps.cards, tx => tryToAnnounce(tx, deps, userId, [...new Set(orderIds)])),
  )
  return waiting.map(orders.toOrder)
}

/** Returns the live card payments of the orders, if any. Checked before anything is announced. */
async function tryToAnnounce(
  tx: Writing,
  deps: Deps,
  userId: string,
  ids: readonly string[],
): Promise<{ waiting: OrderRow[] } | readonly PaymentRow[]> {
  const { transfer, deliveryPrice } = await shopContent.read(tx)
  if (!transfer) throw new Refusal('feature_off', 'This shop does not take transfers at the moment.')
  const own = (await orders.lockAll(tx, ids)).filter(order => order.user_id === userId)
  if (own.length < ids.length) throw noSuchOrder()
  checkUnpaid(own)
  if (await isUnknown(tx, userId))
    throw new Refusal('email_unverified', 'Confirm your email address in My Profile to pay by transfer.')
  const now = deps.now()
  if (own.some(({ transfer_until }) => transfer_until === null))
    checkMissedTransfers(await holds.countMissedTransfers(tx, userId, now))
  for (const order of byItem(own))
    await checkMayWait(tx, deps, order, now).catch(error => {
      throw error instanceof Refusal ? withItemName(order, own, error) : error
    })
  const live = deps.cards ? await payments.listLive(tx, ids) : []
  if (live.length > 0) return live
  const deliveries = deliveriesToTell(own.map(orders.toPriced), inMinorUnits(deliveryPrice))
  const announced: string[] = []
  for (const [i, order] of own.entries()) {
    if (order.transfer_until !== null) continue
    const until = transferHold(order.held_until, transfer.days, now)
    await holds.setTransfer(tx, order.id, { until, delivery: deliveries[i] ?? 0 })
    await timeline.add(tx, order.id, { at: now, what: 'transfer_announced', who: customer })
    announced.push(order.id)
  }
  const waiting = await orders.findAll(tx, ids)
  if (announced[0] !== undefined) await tellOfTransfer(tx, deps, transfer, waiting, announced[0])
  return { waiting }
}

/** A lapsed order takes its stock again. */
async function checkMayWait(tx: Writing, deps: Deps, order: OrderRow, now: number): Promise<void> {
  if (order.transfer_until !== null) return checkStillWaiting(order, now)
  const stock =
    order.released_at === null
      ? await items.stockOf(tx, order.item_id)
      : await holdAgain(tx, order, holdToSettle(order.renewed_ms, now), customer, now)
  if (!stock) throw outOfStock((await items.find(tx, order.item_id))?.availableQuantity ?? 0)
  await checkTransferShareOf(tx, deps, order, stock)
}

function checkStillWaiting({ transfer_until, released_at }: OrderRow, now: number): void {
  if (released_at !== null || (transfer_until ?? 0) <= now)
    throw new Refusal(
      'order_lapsed',
      'An order can wait for a transfer only once, and this one did not come in time.',
    )
}
