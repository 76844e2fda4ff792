import type { ShopContent } from '#contract/shop-content.ts'
import { inParts, mostOf, tooFine } from '../amounts.ts'
import type { Human } from '../human.ts'
import { saveContent } from './save-content.ts'
import { ordersIn } from './selling.ts'

type Price = NonNullable<ShopContent['deliveryPrice']>

/** Before the first order: half of the owners charge for delivery. */
export async function enterDelivery(me: Human): Promise<void> {
  if (!me.random.chance(0.5)) return
  const deliveryPrice = { price: usualPrice(me), freeFrom: roundSum(me) }
  me.tell(`charges ${deliveryPrice.price} for delivery, nothing from ${deliveryPrice.freeFrom} on`)
  await saveContent(me, () => ({ deliveryPrice }))
}

const usualPrice = (me: Human): number => inParts(me, me.random.whole(50, 1500))

const roundSum = (me: Human): number | null =>
  me.random.chance(0.3) ? null : inParts(me, me.random.whole(20, 200) * 100)

type Change = (price: Price, me: Human) => Price | null

const changes = {
  otherPrice: (price, me) => ({ ...price, price: usualPrice(me) }),
  // Less than one step for each order.
  nextToNothing: (price, me) => ({ ...price, price: inParts(me, me.random.whole(1, 3)) }),
  // As dear as a few of the goods together.
  dear: (price, me) => ({ ...price, price: inParts(me, me.random.whole(20_000, 9_000_000)) }),
  otherSum: (price, me) => ({ ...price, freeFrom: roundSum(me) }),
  freeFromMost: (price, me) => ({ ...price, freeFrom: mostOf(me) }),
  never: () => null,
  nothing: price => ({ ...price, price: 0 }),
  lessThanNothing: (price, me) => ({ ...price, price: -inParts(me, 490) }),
  tooFine: (price, me) => ({ ...price, price: tooFine(me, usualPrice(me)) }),
  tooMuch: (price, me) => ({ ...price, price: mostOf(me) + inParts(me, 1) }),
  freeFromNothing: price => ({ ...price, freeFrom: 0 }),
  freeFromTooFine: (price, me) => ({ ...price, freeFrom: tooFine(me, usualPrice(me)) }),
  freeFromTooMuch: (price, me) => ({ ...price, freeFrom: mostOf(me) + inParts(me, 1) }),
} satisfies Record<string, Change>

const weights: Readonly<Record<keyof typeof changes, number>> = {
  otherPrice: 8,
  nextToNothing: 1,
  dear: 0.5,
  otherSum: 4,
  freeFromMost: 0.5,
  never: 3,
  nothing: 0.5,
  lessThanNothing: 0.5,
  tooFine: 1,
  tooMuch: 0.5,
  freeFromNothing: 0.5,
  freeFromTooFine: 0.5,
  freeFromTooMuch: 0.5,
}

/** Charges another price, delivers free from what an order costs, stops charging, or types what no shop can charge. */
export async function changeDelivery(me: Human): Promise<void> {
  const freeFrom = me.random.chance(0.4) ? await sumOfOrder(me) : undefined
  await saveContent(me, ({ deliveryPrice }) => {
    // A shop that delivers without a price begins to charge some day.
    if (deliveryPrice === null && me.random.chance(0.5)) return undefined
    const price = deliveryPrice ?? { price: usualPrice(me), freeFrom: null }
    if (freeFrom !== undefined) return { deliveryPrice: { ...price, freeFrom } }
    const change: Change = changes[me.random.weighted(weights)]
    return { deliveryPrice: change(price, me) }
  })
}

/** What an order costs that is not paid yet, so that some payments are for exactly this sum. */
async function sumOfOrder(me: Human): Promise<number | undefined> {
  const orders = await ordersIn(me, me.random.pick(['held', 'held', 'lapsed']))
  return orders.length > 0 ? me.random.pick(orders).totalPrice : undefined
}
