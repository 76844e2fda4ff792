/** The events of an order's timeline. */
export const orderEventTypes = [
  'placed',
  'quantity_changed',
  'hold_lapsed',
  'hold_retaken',
  'payment_opened',
  'declined',
  'transfer_announced',
  'paid',
  'payment_noted',
  'receipt_sent',
  'sent',
  'unsent',
  'canceled',
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

export type OrderEventType = (typeof orderEventTypes)[number]

/** How the shop learned about a payment: from the customer's page, the provider's webhook, or by asking the provider. */
export type PaymentSource = 'page' | 'webhook' | 'reconciler'

/** The actors of events, besides an admin, who is identified by email. */
export const customer = 'customer'

/** For scheduled work, such as the end of a hold. */
export const shopItself = 'shop'

/** A change made in the card provider's dashboard. */
export const cardProvider = 'card provider'

/** Replaces the email of an admin who has erased their account. */
export const formerAdmin = 'a former admin'

/** Hides transfers between the card provider and the shop, and what an admin writes about a payment. */
export const isForCustomer = (what: OrderEventType): boolean =>
  what !== 'dispute_withdrawn' && what !== 'dispute_returned' && what !== 'payment_noted'

/** Hides from customers which admin acted. */
export const whoForCustomer = (who: string): string =>
  who.includes('@') || who === formerAdmin ? shopItself : who
