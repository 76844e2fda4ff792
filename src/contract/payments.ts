import * as z from 'zod/mini'
import { maxUnpaidOrders } from '#domain/order.ts'
import { deliveryPrice } from './delivery-price.ts'
import { endpoint } from './endpoint.ts'
import { order } from './orders.ts'
import { currency, id, idParams, money } from './shapes.ts'
import { transfer } from './transfer.ts'
import { voucherCode } from './vouchers.ts'

const ignored = z.optional(z.unknown())

const ignoredFields = Object.fromEntries(Object.keys(order.shape).map(name => [name, ignored]))

/** What the buyer decides about a payment. */
export const paymentChoices = z.strictObject({
  /** The orders to pay; duplicate ids count once. */
  _id: id,
  with: z.optional(z.array(id).check(z.maxLength(maxUnpaidOrders - 1))),
  /** The code of a voucher. */
  voucher: z.optional(voucherCode),
})

export type PaymentChoices = z.output<typeof paymentChoices>

/** The whole order, as the spec sends it. The server uses only the choices, so the client cannot change a price. */
const paidOrders = z.strictObject({ ...ignoredFields, ...paymentChoices.shape })

export const cardOptions = z.strictObject({
  /** How the browser reaches the card provider; null if this shop takes no cards. */
  cards: z.nullable(
    z.strictObject({
      publishableKey: z.string(),
      /** Where to load the provider's script from; null for the provider's own URL. */
      scriptUrl: z.nullable(z.string()),
    }),
  ),
  /** How customers pay by bank transfer: where to, and for how many days their stock is kept; null if they cannot. */
  transfer: z.nullable(transfer),
  /** Whether the shop sends receipts by email. */
  emails: z.boolean(),
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
    // The server uses only the order ids and ignores any email.
    subject: 'nobody',
    summary: 'Start paying for an order, or for several together; the shop determines the amount',
    body: paidOrders,
    answer: z.strictObject({
      /** Empty if a voucher leaves nothing to pay; then `cover` pays. */
      clientSecret: z.string(),
      /** What the card is charged. */
      amount: money,
      /** How much of that is delivery. */
      delivery: money,
      /** How much a voucher took off. */
      discount: money,
      /** What delivery costs now, because a page may have an older price. */
      deliveryPrice,
      currency,
    }),
  }),
  cover: endpoint({
    method: 'POST',
    path: '/booking/{id}/covered',
    who: 'owner',
    summary: 'Pay for an order, or for several together, with a voucher that covers all that they cost',
    params: idParams,
    body: z.strictObject({ with: paymentChoices.shape.with, voucher: voucherCode }),
    answer: z.array(order),
  }),
  confirm: endpoint({
    method: 'PATCH',
    path: '/booking/{id}',
    who: 'owner',
    summary:
      'Report that the card payment succeeded; the shop checks this with the provider and settles all orders of the payment',
    params: idParams,
    body: z.strictObject({ bookingId: id, transactionId: z.string().check(z.regex(/^\w{1,255}$/)) }),
    answer: order,
  }),
}
