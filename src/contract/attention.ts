import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dollars } from './shapes.ts'

/**
 * Something about money that only a person can settle.
 * refund_failed: it did not reach the customer. refund_needs_action: the customer has to say where it goes.
 * dispute: the buyer has gone to the bank. no_order: the card provider has a charge of this shop without an order.
 */
export const attentionKinds = ['refund_failed', 'refund_needs_action', 'dispute', 'no_order'] as const

export const attentionEntry = z.strictObject({
  _id: z.string(),
  kind: z.enum(attentionKinds),
  at: z.iso.datetime(),
  amount: dollars,
  /** What was bought, and by whom, as far as the shop knows. */
  itemName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  orderId: z.nullable(z.string()),
  transactionId: z.string(),
  detail: z.string(),
})

export type AttentionEntry = z.output<typeof attentionEntry>

export const attention = {
  list: endpoint({
    method: 'GET',
    path: '/attention',
    who: 'admin',
    summary: 'Refunds, disputes and charges that need a person, newest first',
    answer: z.array(attentionEntry),
  }),
}
