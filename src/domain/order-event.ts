/** What can happen to an order, as its timeline tells it. */
export const happenings = [
  'placed',
  'hold_lapsed',
  'hold_retaken',
  'payment_opened',
  'declined',
  'paid',
  'receipt_sent',
  'sent',
  'unsent',
  'refund_asked',
  'refunded',
  'refund_failed',
  'disputed',
  'dispute_withdrawn',
  'dispute_returned',
  'dispute_won',
  'dispute_lost',
  'removed',
] as const

export type Happening = (typeof happenings)[number]

/** How the shop learned about a payment: from the customer's page, the provider's webhook, or by asking the provider. */
export type PaymentSource = 'page' | 'webhook' | 'reconciler'

/** Who did it: besides these an admin, by e-mail. `shop` is the shop itself, when a time has come. */
export const customer = 'customer'

export const shopItself = 'shop'

/** Somebody at the card provider, on its own pages. */
export const cardProvider = 'card provider'

/** In the place of the e-mail of an admin who has erased their account. */
export const formerAdmin = 'a former admin'

/** What the card provider takes from the shop and gives it back is between the two of them. */
export const isForCustomer = (what: Happening): boolean =>
  what !== 'dispute_withdrawn' && what !== 'dispute_returned'

/** Who did it, for a customer: which of the shop's people it was is not theirs to know. */
export const whoForCustomer = (who: string): string =>
  who.includes('@') || who === formerAdmin ? shopItself : who
