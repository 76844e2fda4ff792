import { type Human, insist } from '../human.ts'
import { some } from '../words.ts'
import { bag, orderSomething } from './orders.ts'

/** Chooses a transfer for some orders, if the shop takes them. Whether the money ever comes is for the clerk to say. */
export async function payByTransfer(me: Human, haste: number): Promise<void> {
  const options = await insist(me, () => me.ask('GET /payment-options'))
  if (!options.body?.transfer) return
  if (me.random.chance(0.5)) await orderSomething(me, haste)
  const [first, ...others] = some(me.random, await bag(me), me.random.whole(1, 3))
  if (!first) return
  me.tell(`will pay ${[first, ...others].map(({ number }) => number).join(' and ')} by transfer`)
  const params = { id: first._id }
  const body = others.length > 0 ? { with: others.map(({ _id }) => _id) } : {}
  const announce = () => me.ask('POST /booking/{id}/transfer', { params, body })
  if (me.random.chance(0.15)) await Promise.all([announce(), announce()])
  else await insist(me, announce)
}
