import type { Order } from '#contract/orders.ts'
import { withFreshProof } from '../accounts.ts'
import { inParts, partsIn } from '../amounts.ts'
import { day, type Human, hour, insist, rest } from '../human.ts'
import { bag, orderSomething } from '../shoppers/orders.ts'
import { openCheckout } from '../shoppers/paying.ts'
import { some } from '../words.ts'

/** Marks orders as paid: mostly right, and sometimes with a wrong amount, a wrong day or an order that is paid already. */
export async function markPaid(me: Human): Promise<void> {
  const state = me.random.weighted({ held: 10, lapsed: 6, paid: 1, removed: 0.5 })
  const { body: found } = await insist(me, () => me.ask('GET /booking', { query: { state, limit: '100' } }))
  const [order] = some(me.random, found ?? [], 1)
  if (!order || !found) return
  const ofSame = found.filter(({ _id, email }) => _id !== order._id && email === order.email)
  const ofOthers = found.filter(({ email }) => email !== order.email)
  const others = some(me.random, me.random.chance(0.05) ? ofOthers : ofSame, me.random.whole(0, 2))
  await mark(me, [order, ...others])
}

/**
 * Orders for somebody who stands at the counter, on their own account. What has lapsed meanwhile, or is open on a payment
 * page, is paid together with the rest.
 */
export async function sellAtCounter(me: Human, haste: number): Promise<void> {
  if (me.random.chance(0.6)) {
    await orderSomething(me, haste)
    await rest(me.around, me.random.whole(1, 3) * hour)
  }
  const order = await orderSomething(me, haste)
  if (order && me.random.chance(0.6)) await openCheckout(me, [order], '')
  await mark(me, some(me.random, await bag(me), me.random.whole(1, 4)))
}

async function mark(me: Human, [order, ...others]: readonly Order[]): Promise<void> {
  if (!order) return
  me.tell(`marks ${[order, ...others].map(({ number }) => number).join(' and ')} as paid`)
  const body = {
    ...(others.length > 0 && { with: others.map(({ _id }) => _id) }),
    method: me.random.pick(['transfer', 'cash', 'terminal'] as const),
    amount: amountFor(me, [order, ...others]),
    date: dayFor(me),
    note: me.random.pick(['', 'Statement 44']),
  }
  const key = me.newKey()
  const params = { id: order._id }
  const send = () => me.ask('POST /booking/{id}/paid', { params, body, key })
  if (me.random.chance(0.15)) await Promise.all([send(), send()])
  else await insist(me, () => withFreshProof(me, send))
}

function amountFor(me: Human, orders: readonly Order[]): number {
  const due = orders.reduce((sum, { totalPrice }) => sum + partsIn(me, totalPrice), 0)
  const told = orders.reduce((sum, { transferDelivery }) => sum + partsIn(me, transferDelivery ?? 0), due)
  const kind = me.random.weighted({ right: 5, told: 3, less: 1, more: 1, first: 1 })
  const first = partsIn(me, orders[0]?.totalPrice ?? 0)
  return inParts(me, { right: due, told, less: Math.max(1, due - 1), more: due + 1, first }[kind])
}

/** In the calendar of the shop, which is UTC. */
function dayFor({ around, random }: Human): string {
  const ago = random.weighted({ today: 10, week: 4, future: 1, long: 1 })
  const days = { today: 0, week: random.whole(1, 7), future: -1, long: 400 }[ago]
  return new Date(around.now() - days * day).toISOString().slice(0, 10)
}

/** Offers transfers, waits for another number of days, or ends the offer. */
export async function offerTransfer(me: Human): Promise<void> {
  const { body: saved } = await insist(me, () => me.ask('GET /shopContent'))
  if (!saved) return
  const { version } = saved
  const days = me.random.pick([1, 2, 3, 7, 30])
  const transfer = me.random.chance(0.2) ? null : { text: 'IBAN XX00 1234', days }
  me.tell(transfer ? `offers transfers for ${days} days` : 'offers no transfers')
  const content = { ...saved.content, transfer }
  await insist(me, () => me.ask('PUT /shopContent', { body: { version, content } }))
}
