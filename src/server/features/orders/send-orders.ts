import type { Order, Sending } from '#contract/orders.ts'
import type { Caller } from '#domain/access.ts'
import { sendingDisputed } from '#domain/dispute.ts'
import { isSendable, mayHappen, noSuchOrder, stateOf } from '#domain/order.ts'
import { formatNumber } from '#domain/order-number.ts'
import { Refusal } from '#domain/refusal.ts'
import type { OrderRow, Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { parcelNotice, parcelNoticeId } from '../../emails/payment-emails.ts'
import * as audit from '../../store/audit.ts'
import * as orders from '../../store/orders.ts'
import * as outbox from '../../store/outbox.ts'
import * as timeline from '../../store/timeline.ts'

/** The email about a parcel is delayed, so that an admin can undo the sending before the customer hears of it. */
export const undoMs = 60_000

type Parcel = Sending['orders'][number]

/** Marks all the orders as sent, or none, and emails their customers. */
export async function sendOrders(deps: Deps, admin: Caller, sending: Sending): Promise<Order[]> {
  const sent = await deps.db.write(tx => send(tx, sending, admin, deps))
  return sent.map(orders.toOrder)
}

async function send(tx: Writing, sending: Sending, admin: Caller, deps: Deps): Promise<OrderRow[]> {
  const now = deps.now()
  const { orders: parcels, evenIfDisputed = false } = sending
  const ids = parcels.map(({ id }) => id)
  const locked = new Map((await orders.lockAll(tx, ids)).map(order => [order.id, order]))
  const mayGo = ({ id }: Parcel) => {
    const order = locked.get(id)
    return order !== undefined && isSendable(orders.toOrder(order))
  }
  const refused = parcels.filter(parcel => !mayGo(parcel)).map(({ id }) => id)
  if (refused.length > 0) throw notSendable(refused, parcels.length)
  const disputed = [...locked.values()].filter(({ disputed_at }) => disputed_at !== null)
  if (disputed.length > 0 && !evenIfDisputed)
    throw sendingDisputed(
      disputed.map(({ number }) => formatNumber(number)),
      disputed.map(({ id }) => id),
    )
  const sent: OrderRow[] = []
  for (const { id, carrier = null, tracking = null } of parcels) {
    const order = locked.get(id)
    if (!order) continue
    const change = { sent_at: now, carrier, tracking }
    await orders.setSent(tx, id, change)
    const detail = [carrier, tracking].filter(Boolean).join(', ')
    await timeline.add(tx, id, { at: now, what: 'sent', who: admin, ...(detail && { detail }) })
    sent.push({ ...order, ...change })
  }
  for (const order of sent) {
    const notice = parcelNotice(order, deps.config.emailOrigin)
    await outbox.add(tx, { ...notice, next_try_at: now + undoMs }, now)
  }
  await audit.note(tx, admin, 'orders_sent', { orders: sent.map(({ id }) => id) }, now)
  return sent
}

function notSendable(ids: readonly string[], asked: number): Refusal {
  const which = asked === 1 ? 'This order' : `${ids.length} of these ${asked} orders`
  return new Refusal(
    'not_sendable',
    `${which} cannot be sent: an order must be paid, not sent yet, and not fully refunded or lost to a dispute. Nothing was sent.`,
    { facts: { ids } },
  )
}

/** Undoes the sending. Withdraws the email if it has not been sent yet. */
export async function unsendOrder(deps: Deps, admin: Caller, id: string): Promise<Order> {
  const now = deps.now()
  const order = await deps.db.write(async tx => {
    const sent = await orders.lock(tx, id)
    if (!sent) throw noSuchOrder()
    if (!mayHappen('unsend', stateOf(sent))) throw new Refusal('not_sent', 'This order has not been sent.')
    const change = { sent_at: null, carrier: null, tracking: null }
    await orders.setSent(tx, id, change)
    await timeline.add(tx, id, { at: now, what: 'unsent', who: admin })
    await outbox.withdraw(tx, parcelNoticeId(sent))
    await audit.note(tx, admin, 'order_unsent', { order: id }, now)
    return { ...sent, ...change }
  })
  return orders.toOrder(order)
}
