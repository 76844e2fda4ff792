import { totalOf } from '../amounts.ts'
import type { Human } from '../human.ts'
import { itemsOnSale } from '../shoppers/catalogue.ts'
import { order, ownOrders } from '../shoppers/orders.ts'
import { pay } from '../shoppers/paying.ts'
import { phoneNumber } from '../words.ts'
import { wrongIds, wrongNumbers, wrongValue } from './wrong-values.ts'

/** Orders with a wrong quantity, price, item or name. */
export async function orderWrongly(me: Human): Promise<void> {
  const [item] = await itemsOnSale(me)
  if (!item) return
  const right = {
    itemId: item._id,
    itemName: item.name,
    ownerName: me.name,
    email: me.email,
    mobileNumber: phoneNumber(me.random),
    address: 'Here',
    quantity: item.mustQuantity,
    totalPrice: totalOf(item.price, item.mustQuantity),
  }
  const wrong = me.random.pick([
    { ...right, quantity: me.random.pick(wrongNumbers) },
    { ...right, totalPrice: me.random.pick(wrongNumbers) },
    { ...right, totalPrice: 0.01 },
    { ...right, itemId: me.random.pick(wrongIds) },
    { ...right, email: 'owner@tuckshop.example' },
    { ...right, ownerName: wrongValue(me.random) },
  ])
  await me.send({
    method: 'POST',
    path: '/api/booking',
    body: wrong,
    headers: { 'idempotency-key': me.newKey() },
  })
}

/** The same key for two different orders. */
export async function reuseKey(me: Human): Promise<void> {
  const items = await itemsOnSale(me)
  const [item, other] = items
  if (!item || !other) return
  const key = me.newKey()
  const bodyFor = (one: typeof item) => ({
    itemId: one._id,
    itemName: one.name,
    ownerName: me.name,
    email: me.email,
    mobileNumber: '555',
    address: 'Here',
    quantity: one.mustQuantity,
    totalPrice: totalOf(one.price, one.mustQuantity),
  })
  await Promise.all([item, other].map(one => me.askAtOnce('POST /booking', { body: bodyFor(one), key })))
}

/** Takes all the stock, and holds it without paying. */
export async function hoard(me: Human): Promise<void> {
  for (const item of (await itemsOnSale(me)).slice(0, 6))
    if (item.availableQuantity > 0) await order(me, item, item.availableQuantity, 0)
}

/** Pays like everybody else: who never pays is noticed. */
export async function payHonestly(me: Human): Promise<void> {
  const [mine] = (await ownOrders(me)).filter(({ state }) => state === 'held')
  if (mine) await pay(me, [mine])
}
