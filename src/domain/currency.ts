/** How amounts of a currency are written, and what the card provider takes in it. */
export interface Currency {
  /** For example 'EUR'. */
  code: string
  /** Stands before the number: '€', or a code with a space. */
  symbol: string
  /** An amount of 1 is 10 ** decimals minor units. */
  decimals: 0 | 2 | 3
  /** How many decimals an amount may have: of Kuwaiti dinars, cards are charged in steps of ten fils. */
  places: 0 | 2
  /** The card provider's bounds for one payment, in minor units. */
  least: number
  most: number
}

export const usDollar: Currency = {
  code: 'USD',
  symbol: '$',
  decimals: 2,
  places: 2,
  least: 50,
  most: 99_999_999,
}

let current = usDollar

/** The currency of the shop. A process serves one shop, and a page belongs to one, so there is only one at a time. */
export const shopCurrency = (): Currency => current

/** Called at the start, and when the owner has chosen another one. */
export function setShopCurrency(currency: Currency): void {
  current = currency
}
