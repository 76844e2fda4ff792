import type { Item } from '#contract/items.ts'
import type { Order } from '#contract/orders.ts'
import { totalOf } from '../amounts.ts'
import { type Human, insist } from '../human.ts'
import { phoneNumber, postalAddress, some, typedEmail } from '../words.ts'
import { itemsOnSale } from './catalogue.ts'

/** Orders something from the list. Undefined if it did not work out, or if they do not know. */
export async function orderSomething(me: Human, haste: number): Promise<Order | undefined> {
  const items = await itemsOnSale(me)
  if (items.length === 0) return undefined
  const item = me.random.pick(items)
  const { body: seen } = await insist(me, () => me.ask('GET /items/{id}', { params: { id: item._id } }))
  return seen && order(me, seen, quantityOf(me, seen), haste)
}

/** As many of the same, for somebody else. */
export async function orderAgain(me: Human, { itemId, quantity }: Order, haste: number): Promise<void> {
  const { body: seen } = await insist(me, () => me.ask('GET /items/{id}', { params: { id: itemId } }))
  if (seen) await order(me, seen, quantity, haste)
}

/** What people want: mostly what is allowed, sometimes all there is, sometimes too much or too little. */
function quantityOf({ random }: Human, { mustQuantity, availableQuantity }: Item): number {
  const most = Math.max(mustQuantity, availableQuantity)
  const wish = random.weighted({ least: 8, few: 8, all: 1, tooMany: 0.5, tooFew: 0.5 })
  return {
    least: mustQuantity,
    few: random.whole(mustQuantity, Math.min(mustQuantity + 4, most)),
    all: most,
    tooMany: most + 1,
    tooFew: Math.max(1, mustQuantity - 1),
  }[wish]
}

/** One filled-in form. Without an answer it is sent again with the same key; hasty people send it twice at once. */
export async function order(
  me: Human,
  item: Item,
  quantity: number,
  haste: number,
): Promise<Order | undefined> {
  const body = {
    itemId: item._id,
    itemName: item.name,
    ownerName: me.name,
    email: typedEmail(me.random, me.email),
    mobileNumber: phoneNumber(me.random),
    address: postalAddress(me.random),
    quantity,
    totalPrice: totalOf(item.price, quantity),
  }
  me.tell(`orders ${quantity} of ${item.name}`)
  const key = me.newKey()
  const send = () => me.askAtOnce('POST /booking', { body, key })
  if (me.random.chance(haste)) {
    const [first, second] = await Promise.all([send(), send()])
    if (first.body ?? second.body) return first.body ?? second.body
  }
  const reply = await insist(me, send)
  // Only so many orders may be unpaid.
  if (reply.code === 'too_many_requests' && me.random.chance(0.7)) await removeOrder(me)
  return reply.body
}

export async function ownOrders(me: Human): Promise<Order[]> {
  const reply = await insist(me, () => me.ask('GET /myBooking/{email}', { params: { email: me.email } }))
  return reply.body ?? []
}

export const isUnpaid = ({ state }: Order): boolean => state === 'held' || state === 'lapsed'

/** What can still be paid, as the bag shows it. */
export async function bag(me: Human): Promise<Order[]> {
  const reply = await insist(me, () => me.ask('GET /myBag'))
  return reply.body ?? []
}

export async function lookAtOrders(me: Human): Promise<void> {
  for (const { _id: id, paid } of some(me.random, await ownOrders(me), 2)) {
    await me.ask('GET /booking/{id}', { params: { id } })
    await me.ask('GET /booking/{id}/timeline', { params: { id } })
    if (!paid) continue
    await me.ask('GET /booking/{id}/invoices', { params: { id } })
    if (me.random.chance(0.2)) await me.ask('GET /booking/{id}/invoice.pdf', { params: { id } })
  }
}

export async function changeQuantity(me: Human): Promise<void> {
  const [order] = some(me.random, await bag(me), 1)
  if (!order) return
  const body = { quantity: Math.max(1, order.quantity + me.random.pick([-2, -1, 1, 1, 2, 5])) }
  await insist(me, () => me.ask('PUT /booking/{id}/quantity', { params: { id: order._id }, body }))
}

export async function removeOrder(me: Human): Promise<void> {
  const [order] = some(me.random, await bag(me), 1)
  if (order) await remove(me, order)
}

export async function remove(me: Human, { _id: id, number }: Pick<Order, '_id' | 'number'>): Promise<void> {
  me.tell(`removes ${number}`)
  await insist(me, () => me.ask('DELETE /myBooking/{id}', { params: { id } }))
}
