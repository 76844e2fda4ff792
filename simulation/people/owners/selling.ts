import type { Order } from '#contract/orders.ts'
import { withFreshProof } from '../accounts.ts'
import { inParts, partsIn } from '../amounts.ts'
import { type Human, insist } from '../human.ts'
import { some } from '../words.ts'

export async function ordersIn(me: Human, state: Order['state']): Promise<Order[]> {
  return (await insist(me, () => me.ask('GET /booking', { query: { state, limit: '100' } }))).body ?? []
}

/** Sends what is paid, most of it with tracking; two owners may send the same at once. */
export async function sendOrders(me: Human): Promise<void> {
  await me.ask('GET /waiting')
  const chosen = some(me.random, await ordersIn(me, 'paid'), me.random.whole(1, 6))
  if (chosen.length === 0) return
  me.tell(`sends ${chosen.map(({ number }) => number).join(', ')}`)
  await me.ask('GET /shop')
  const orders = chosen.map(({ _id: id }) =>
    me.random.chance(0.7) ? { id, carrier: 'UPS', tracking: `1Z${me.random.whole(1000, 9999)}` } : { id },
  )
  const send = () => me.ask('POST /booking/send', { body: { orders, evenIfDisputed: me.random.chance(0.3) } })
  if (me.random.chance(0.15)) await Promise.all([send(), send()])
  else await insist(me, send)
}

export async function unsendOrder(me: Human): Promise<void> {
  const [order] = some(me.random, await ordersIn(me, 'sent'), 1)
  if (order) await insist(me, () => me.ask('POST /booking/{id}/unsend', { params: { id: order._id } }))
}

/** Refunds an order: whole, in part, twice in part, or twice at once from two tabs. One without money is canceled. */
export async function refundOrder(me: Human, haste: number): Promise<void> {
  const open = [...(await ordersIn(me, 'paid')), ...(await ordersIn(me, 'sent'))]
  const [order] = some(
    me.random,
    open.filter(({ refundableAmount, paidAmount }) => refundableAmount > 0 || paidAmount === 0),
    1,
  )
  if (!order) return
  me.tell(`refunds ${order.number}`)
  if (me.random.chance(0.2 + haste)) await refundTwice(me, order)
  else await refund(me, order, order.paidAmount === 0 || me.random.chance(0.35))
  await me.ask('GET /booking/{id}/refunds', { params: { id: order._id } })
}

async function refund(me: Human, { _id: id, ...order }: Order, isWhole: boolean): Promise<void> {
  const left = partsIn(me, order.refundableAmount)
  const part = me.random.whole(1, Math.max(1, left))
  const isMistyped = me.random.chance(0.25)
  const units = me.random.whole(0, Math.max(0, order.quantity - order.restockedQuantity))
  const body = {
    ...(!isWhole && { amount: inParts(me, isMistyped ? left + part : part) }),
    reason: me.random.pick(['Scratched', 'Changed their mind', 'Arrived late']),
    restock: isWhole ? me.random.chance(0.5) : units,
  }
  const key = me.newKey()
  await withFreshProof(me, () => me.ask('POST /booking/{id}/refund', { params: { id }, body, key }))
}

/** Two windows, two people, or one impatient double click. */
async function refundTwice(me: Human, order: Order): Promise<void> {
  const isWhole = order.paidAmount === 0 || me.random.chance(0.5)
  if (me.random.chance(0.5)) {
    await Promise.all([refund(me, order, isWhole), refund(me.secondTab(), order, isWhole)])
    return
  }
  const body = { reason: 'Clicked twice', restock: false, ...(!isWhole && { amount: inParts(me, 50) }) }
  const key = me.newKey()
  const click = () => me.askAtOnce('POST /booking/{id}/refund', { params: { id: order._id }, body, key })
  await Promise.all([click(), click()])
}

/** Looks for what needs a person, and opens the orders that it names. */
export async function lookAtAttention(me: Human): Promise<void> {
  const { body: entries = [] } = await insist(me, () => me.ask('GET /attention'))
  for (const { orders } of entries.slice(0, 2))
    for (const { _id: id } of orders.slice(0, 2))
      await me.ask('GET /booking/{id}/timeline', { params: { id } })
}
