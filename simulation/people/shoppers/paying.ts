import type { Order } from '#contract/orders.ts'
import { codes, typedCode } from '../codes.ts'
import { type Human, hour, insist, minute, rest } from '../human.ts'
import { some } from '../words.ts'
import {
  answerBank,
  type Card,
  type CardOutcome,
  type Checkout,
  intentOf,
  lookUpPayment,
  payByCard,
} from './cards.ts'
import { payCovered } from './covered.ts'
import { bag, orderAgain, orderSomething, remove } from './orders.ts'

/** How a buyer holds a card. The good ones are the most frequent, or nothing would ever be paid. */
const cardWeights = {
  good: 10,
  otherGood: 4,
  asks: 5,
  declined: 1,
  insufficient: 1,
  expired: 0.3,
  wrongCode: 0.3,
  processing: 0.3,
} satisfies Record<Card, number>

export async function orderAndPay(me: Human, haste: number): Promise<void> {
  const order = await orderSomething(me, haste)
  if (order) await pay(me, [order])
}

export async function payOne(me: Human): Promise<void> {
  await pay(me, some(me.random, await bag(me), 1))
}

/** Several orders in one payment; orders some more when there are not enough. */
export async function payTogether(me: Human, haste: number): Promise<void> {
  const [first, ...others] = await bag(me)
  if (first && me.random.chance(0.3)) await orderAgain(me, first, haste)
  else if (others.length === 0) await orderSomething(me, haste)
  if (me.random.chance(0.7)) await orderSomething(me, haste)
  await pay(me, some(me.random, await bag(me), me.random.whole(2, 5)))
}

/** Pays these in one payment, with another card if the first is refused. Some have a voucher in mind. */
export async function pay(me: Human, orders: readonly Order[], code = codeInMind(me)): Promise<void> {
  if (orders.length === 0) return
  me.tell(`pays ${orders.map(({ number }) => number).join(' and ')}`)
  for (let cards = 0; cards < 3 && !me.around.closing(); cards++) {
    const checkout = await openCheckout(me, orders, code)
    if (!checkout) return
    const outcome = await enterCard(me, checkout, me.random.weighted(cardWeights))
    if (outcome === 'succeeded' || outcome === 'processing') return report(me, orders, checkout)
    if (me.random.chance(0.3)) return
  }
}

const codeInMind = ({ random }: Human): string => (random.chance(0.4) ? random.pick(codes) : '')

/** The payment page opens: the shop starts the payment and says what the card is charged. */
export async function openCheckout(
  me: Human,
  orders: readonly Order[],
  code = codeInMind(me),
): Promise<Checkout | undefined> {
  const [first] = orders
  if (!first) return undefined
  const options = await insist(me, () => me.ask('GET /payment-options'))
  const publishableKey = options.body?.cards?.publishableKey
  if (!publishableKey) return undefined
  const voucher = code && typedCode(me.random, code)
  let begun = await begin(me, orders, voucher)
  // A voucher that is not good is a reason to leave for few.
  if (voucher && begun.code === 'voucher_refused' && me.random.chance(0.8))
    begun = await begin(me, orders, '')
  if (begun.code === 'out_of_stock' && me.random.chance(0.5)) await remove(me, first)
  if (!begun.body) return undefined
  const { clientSecret } = begun.body
  if (clientSecret === '') {
    await payCovered(me, orders, voucher)
    return undefined
  }
  const checkout = { intent: intentOf(clientSecret), clientSecret, publishableKey }
  if (me.random.chance(0.2)) await lookUpPayment(me, checkout)
  return checkout
}

export function begin(me: Human, [first, ...others]: readonly Order[], voucher: string) {
  const body = {
    ...first,
    _id: first?._id ?? '',
    ...(others.length > 0 && { with: others.map(({ _id }) => _id) }),
    ...(voucher && { voucher }),
  }
  return insist(me, () => me.ask('POST /create-payment-intent', { body }))
}

/** Types the card and presses Pay; without an answer they press again. */
async function enterCard(me: Human, checkout: Checkout, card: Card): Promise<CardOutcome> {
  await typeDigits(me)
  let outcome = await payByCard(me, checkout, card)
  for (let tries = 0; tries < 3 && outcome === 'lost' && !me.around.closing(); tries++) {
    await me.around.wait(me.random.pick([0, 5000, 30_000]))
    outcome = me.random.chance(0.5) ? await lookUpPayment(me, checkout) : await payByCard(me, checkout, card)
  }
  return outcome === 'requires_action' ? meetBank(me, checkout) : outcome
}

/** Most need half a minute. Some fetch the card from another room, and one is called away until the hold has lapsed. */
async function typeDigits(me: Human): Promise<void> {
  const time = me.random.weighted({ soon: 20, minutes: 5, tooLong: 2 })
  await rest(
    me.around,
    { soon: 20_000, minutes: 5 * minute, tooLong: me.random.whole(25, 120) * minute }[time],
  )
}

/** 3-D Secure: finished, failed, finished much later, or left for ever. */
async function meetBank(me: Human, checkout: Checkout): Promise<CardOutcome> {
  const way = me.random.weighted({ complete: 10, later: 5, fail: 2, leave: 3 })
  if (way === 'leave') {
    me.tell('leaves the page of the bank')
    return 'requires_action'
  }
  if (way === 'later')
    await rest(me.around, me.random.pick([2 * minute, 10 * minute, 29 * minute, 31 * minute, 2 * hour]))
  let outcome = await answerBank(me, checkout, way === 'fail' ? 'fail' : 'complete')
  for (let tries = 0; tries < 3 && outcome === 'lost' && !me.around.closing(); tries++) {
    await me.around.wait(5000)
    outcome = await answerBank(me, checkout, way === 'fail' ? 'fail' : 'complete')
  }
  return way === 'fail' ? 'refused' : lookUpPayment(me, checkout)
}

/** The page tells the shop that the card was charged. Some close it before. */
async function report(me: Human, orders: readonly Order[], { intent }: Checkout): Promise<void> {
  if (me.random.chance(0.15)) return me.tell('closes the page before the shop knows of the payment')
  const { _id: id } = me.random.pick(orders)
  const body = { bookingId: id, transactionId: intent }
  await insist(me, () => me.ask('PATCH /booking/{id}', { params: { id }, body }))
}

/** With a page that is open already. */
export async function finish(
  me: Human,
  orders: readonly Order[],
  checkout: Checkout | undefined,
): Promise<void> {
  if (!checkout) return
  const outcome = await enterCard(me, checkout, me.random.chance(0.7) ? 'good' : 'asks')
  if (outcome === 'succeeded') await report(me, orders, checkout)
}
