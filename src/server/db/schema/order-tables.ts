import type { Happening } from '#domain/order-event.ts'
import type { Moment } from './money-tables.ts'

export interface OrderRow {
  id: string
  /** What people call it (domain/order-number.ts). */
  number: number
  user_id: string
  item_id: string
  item_name: string
  owner_name: string
  /** What it is found by (store/search/order-texts.ts); null until it is written. */
  search_text: string | null
  email: string
  mobile_number: string
  address: string
  quantity: number
  unit_price_cents: number
  total_cents: number
  idempotency_key: string | null
  transaction_id: string | null
  created_at: number
  held_until: number
  released_at: Moment
  removed_at: Moment
  paid_at: Moment
  sent_at: Moment
  carrier: string | null
  tracking: string | null
  /** What opening payments has added to the hold. */
  renewed_ms: number
  /** What went back of the payment that paid it, and since when all of it has. */
  refunded_cents: number
  refunded_at: Moment
  /** What was asked for of it and has not gone back yet. */
  refund_pending_cents: number
  refund_failed_at: Moment
  disputed_at: Moment
  /** Since when the provider refuses refunds of it, because of a dispute. */
  refunds_blocked_at: Moment
  /** What was lost of its payment to disputes. */
  dispute_lost_cents: number
  /** Since when it may not be paid: a charge that names it is being looked into. */
  payment_unmatched_at: Moment
  /** How many of its units are on the shelf again. */
  restocked_quantity: number
}

/** Something that happened to an order after it was placed; n counts from 1 for each of them. */
export interface OrderEventRow {
  order_id: string
  n: number
  at: number
  what: Happening
  /** 'customer', 'shop', a messenger (domain/order-event.ts), or an admin's e-mail. */
  who: string
  /** That admin: by then somebody else may have the e-mail. */
  admin_id: string | null
  detail: string | null
}
