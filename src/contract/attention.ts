import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dollars } from './shapes.ts'

/**
 * Something about money that only a person can settle.
 * refund_failed: it did not reach the customer. refund_needs_action: the customer has to say where it goes.
 * dispute: the buyer has gone to the bank. dispute_lost: and the bank has decided for the buyer, in the last 90 days.
 * no_order: the card provider has a charge of this shop that is for no order, or not only for those that are there.
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
  amount: dollars,
  /** What was bought, and by whom, as far as the shop knows. */
  itemName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  orderId: z.nullable(z.string()),
  /** All orders that it is about and that are there, and how many more the charge names that are gone. */
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
    summary: 'Refunds, disputes and charges that need a person, newest first',
    answer: z.array(attentionEntry),
  }),
}
