import { codes, typedCode, wantedCode } from '../codes.ts'
import { type Human, hour, rest } from '../human.ts'
import { some } from '../words.ts'
import { bag, orderSomething } from './orders.ts'
import { begin, finish, openCheckout, pay } from './paying.ts'

/** Waits for the full hour, when everybody else comes for the last uses of the same voucher. */
export async function payWithWantedVoucher(me: Human, haste: number): Promise<void> {
  const order = (await bag(me))[0] ?? (await orderSomething(me, haste))
  if (!order) return
  await rest(me.around, hour - (me.around.now() % hour))
  await pay(me, [order], wantedCode)
}

/** Two payments with one code: at once in two tabs, or the second while the first is open. */
export async function payTwiceWithVoucher(me: Human, haste: number): Promise<void> {
  for (let more = 0; more < 2; more++) await orderSomething(me, haste)
  const [first, second] = some(me.random, await bag(me), 2)
  if (!first || !second) return
  const code = me.random.pick(codes)
  me.tell(`pays ${first.number} and ${second.number} one by one with ${code}`)
  const other = me.secondTab()
  if (me.random.chance(0.4)) {
    await Promise.all([pay(me, [first], code), pay(other, [second], code)])
    return
  }
  const checkouts = [
    await openCheckout(me, [first], code),
    await openCheckout(other, [second], code),
  ] as const
  await Promise.all([finish(me, [first], checkouts[0]), finish(other, [second], checkouts[1])])
}

/** Enters a code on the open page, and takes it back again: both open another payment. */
export async function tryVoucher(me: Human, haste: number): Promise<void> {
  const order = await orderSomething(me, haste)
  if (!order) return
  const code = me.random.pick(codes)
  me.tell(`tries ${code} on ${order.number}`)
  if (me.random.chance(0.5)) await openCheckout(me, [order], '')
  const { body } = await begin(me, [order], typedCode(me.random, code))
  if (!body || me.random.chance(0.3)) return
  await pay(me, [order], '')
}
