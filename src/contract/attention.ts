import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { currency, money } from './shapes.ts'

/**
 * Money problems that only a person can resolve.
 * refund_failed: it did not reach the customer. refund_needs_action: the customer must choose where the money goes.
 * dispute: the buyer has disputed the charge. dispute_lost: the bank decided for the buyer in the last 90 days.
 * no_order: the card provider has a charge for this shop that names no order, or an order that no longer exists.
 */
const attentionKinds = [
  'refund_failed',
  'refund_needs_action',
  'dispute',
  'dispute_lost',
  'no_order',
] as const

const attentionEntry = z.strictObject({
  _id: z.string(),
  kind: z.enum(attentionKinds),
  at: z.iso.datetime(),
  amount: money,
  currency,
  /** The item and the buyer, if known. */
  itemName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  orderId: z.nullable(z.string()),
  /** The existing orders of the charge; `ordersGone` counts those that no longer exist. */
  orders: z.array(z.strictObject({ _id: z.string(), number: z.string() })),
  ordersGone: z.int(),
  transactionId: z.string(),
  detail: z.string(),
})

export type AttentionEntry = z.output<typeof attentionEntry>

export const attention = {
  list: endpoint({
    method: 'GET',
    path: '/attention',
    who: 'admin',
    summary: 'Refunds, disputes and charges that need attention, newest first',
    answer: z.array(attentionEntry),
  }),
}
