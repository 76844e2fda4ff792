import * as z from 'zod/mini'
import { maxUnpaidOrders } from '#domain/order.ts'
import { endpoint } from './endpoint.ts'
import { order } from './orders.ts'
import { dollars, id, idParams } from './shapes.ts'

const ignored = z.optional(z.unknown())

const ignoredFields = Object.fromEntries(Object.keys(order.shape).map(name => [name, ignored]))

/**
 * The whole order, as the spec sends it. Only its _id counts, and which others are paid with it: nothing here can change
 * what each of them costs. Named twice, an order counts once.
 */
const paidOrders = z.strictObject({
  ...ignoredFields,
  _id: id,
  with: z.optional(z.array(id).check(z.maxLength(maxUnpaidOrders - 1))),
})

/** How the browser reaches the card provider; null when this shop takes no cards. */
export const cardOptions = z.strictObject({
  cards: z.nullable(
    z.strictObject({
      publishableKey: z.string(),
      /** Where the provider's script is loaded from; null for the provider's own address. */
      scriptUrl: z.nullable(z.string()),
    }),
  ),
})

export type CardOptions = z.output<typeof cardOptions>

export const payments = {
  options: endpoint({
    method: 'GET',
    path: '/payment-options',
    who: 'user',
    summary: 'What the payment page needs to reach the card provider',
    answer: cardOptions,
  }),
  createIntent: endpoint({
    method: 'POST',
    path: '/create-payment-intent',
    who: 'owner',
    // Only the ids of the orders count, whatever e-mail comes with them.
    subject: 'nobody',
    summary: 'Start paying for an order, or for several together; the amount is their own',
    body: paidOrders,
    answer: z.strictObject({
      clientSecret: z.string(),
      /** Of all of them, in dollars. */
      amount: dollars,
    }),
  }),
  confirm: endpoint({
    method: 'PATCH',
    path: '/booking/{id}',
    who: 'owner',
    summary:
      'Tell that the card payment succeeded; the shop asks the provider whether it did, and settles all orders of the payment',
    params: idParams,
    body: z.strictObject({ bookingId: id, transactionId: z.string().check(z.regex(/^\w{1,255}$/)) }),
    answer: order,
  }),
}
