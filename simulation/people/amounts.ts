import type { WorldCurrency } from '../interfaces.ts'
import type { Human } from './human.ts'

/** How many amounts lie between 0 and 1: yen have no parts, and of dinars cards are charged ten fils at a time. */
const partsOf = (currency: WorldCurrency): number => (currency === 'JPY' ? 1 : 100)

/** So many of the smallest amount that a card can be charged: 50 is $0.50, ¥50 or KWD 0.500. */
export const inParts = ({ around }: Human, parts: number): number => parts / partsOf(around.currency)

export const partsIn = ({ around }: Human, amount: number): number =>
  Math.round(amount * partsOf(around.currency))

/** One can be paid by card, and two are more than any card is charged. */
const dear = { USD: 600_000, EUR: 600_000, JPY: 60_000_000, KWD: 60_000 } satisfies Record<
  WorldCurrency,
  number
>

/** The highest amount that an owner may enter. */
const most = { USD: 1_000_000, EUR: 1_000_000, JPY: 100_000_000, KWD: 100_000 } satisfies typeof dear
export const mostOf = ({ around }: Human): number => most[around.currency]

/** Mostly what a card can be charged. Some are too small for one, too large for two, or too fine for the currency. */
export function priceOf(me: Human): number {
  const price = inParts(me, me.random.whole(50, 8000))
  const kind = me.random.weighted({ usual: 90, small: 4, dear: 3, fine: 3 })
  return {
    usual: price,
    small: inParts(me, me.random.whole(1, 49)),
    dear: dear[me.around.currency],
    fine: tooFine(me, price),
  }[kind]
}

/** With one decimal too many. */
export const tooFine = ({ around }: Human, price: number): number => price + 0.5 / partsOf(around.currency)

export const totalOf = (price: number, quantity: number): number => Math.round(price * 100 * quantity) / 100
