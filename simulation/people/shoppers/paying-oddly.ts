import { type Human, minute, rest } from '../human.ts'
import { some } from '../words.ts'
import { bag, changeQuantity, orderSomething, remove } from './orders.ts'
import { finish, openCheckout, pay, payTogether } from './paying.ts'

/** The same orders are paid in two windows, at the same moment or one after the other. */
export async function payInTwoTabs(me: Human, haste: number): Promise<void> {
  if ((await bag(me)).length === 0) await orderSomething(me, haste)
  const orders = some(me.random, await bag(me), me.random.whole(1, 3))
  if (orders.length === 0) return
  me.tell(`opens ${orders[0]?.number} in two tabs`)
  const other = me.secondTab()
  const theirs = me.random.chance(0.5) ? orders : some(me.random, orders, 1)
  if (me.random.chance(0.5)) {
    await Promise.all([pay(me, orders), pay(other, theirs)])
    return
  }
  const first = await openCheckout(me, orders)
  const second = await openCheckout(other, theirs)
  await Promise.all([finish(me, orders, first), finish(other, theirs, second)])
}

/** Opens the payment page, and pays when the hold has lapsed. Others may have bought the stock by then. */
export async function payTooLate(me: Human, haste: number): Promise<void> {
  const order = await orderSomething(me, haste)
  if (!order) return
  const early = me.random.chance(0.5) ? await openCheckout(me, [order]) : undefined
  await rest(me.around, me.random.pick([29, 30, 31, 35, 60, 90, 600]) * minute)
  if (early) await finish(me, [order], early)
  else await pay(me, [order])
}

/** Something else happens to the order while the card is being charged. */
export async function payAndInterfere(me: Human, haste: number): Promise<void> {
  const order = await orderSomething(me, haste)
  const checkout = order && (await openCheckout(me, [order]))
  if (!checkout) return
  const other = me.secondTab()
  const interference = me.random.weighted({ remove: 4, quantity: 2, twice: 2, together: 2 })
  me.tell(`pays ${order.number} and does something else with it (${interference})`)
  const act = {
    remove: () => remove(other, order),
    quantity: () => changeQuantity(other),
    twice: () => finish(other, [order], checkout),
    together: () => payTogether(other, haste),
  }[interference]
  await Promise.all([finish(me, [order], checkout), act()])
}
