import * as z from 'zod/mini'
import { formatPrice, majorOf, minPrice } from '#domain/money.ts'
import { refundReasons, refundStatuses } from '#domain/refund.ts'
import { endpoint } from './endpoint.ts'
import { order } from './orders.ts'
import { amount, count, currency, id, idParams, moment, money, text } from './shapes.ts'

const atLeastOneStep = z.refine<number>(amount => amount >= majorOf(minPrice()), {
  error: () => `Enter at least ${formatPrice(minPrice())}.`,
})

const reason = text(200, 'Reason is required')

export const refundForm = z.strictObject({
  amount: amount('Amount is required').check(atLeastOneStep),
  reason,
  restock: count(0, 'How many is required'),
})

/** A voucher has covered the order, so there is no money to give back. */
export const cancelForm = z.omit(refundForm, { amount: true })

/** Without an amount, all that is left is refunded; `restock: true` restocks every unit. */
const refundRequest = z.strictObject({
  amount: z.optional(amount().check(atLeastOneStep)),
  reason,
  restock: z.union([z.boolean(), count(0)], 'Send true, false or a whole number.'),
})

export type RefundRequest = z.output<typeof refundRequest>

const refundEntry = z.strictObject({
  _id: id,
  at: z.iso.datetime(),
  amount: money,
  currency,
  status: z.enum(refundStatuses),
  /** When it succeeded or failed. */
  endedAt: moment,
  reason: z.enum(refundReasons),
  /** The reason and email of the admin; null if no admin requested it. */
  note: z.nullable(z.string()),
  by: z.nullable(z.string()),
  restocked: z.int(),
  /** The card provider's failure reason. */
  failure: z.nullable(z.string()),
})

export type RefundEntry = z.output<typeof refundEntry>

export const refunds = {
  make: endpoint({
    method: 'POST',
    path: '/booking/{id}/refund',
    who: 'admin',
    freshProof: 'with_factor',
    summary:
      'Refund a paid order, all that is left or a part, or cancel one that a voucher has covered; the answer has the status of the refund',
    params: idParams,
    body: refundRequest,
    answer: order,
    idempotent: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/booking/{id}/refunds',
    who: 'admin',
    summary: 'All refunds that concern an order, newest first',
    params: idParams,
    answer: z.array(refundEntry),
  }),
}
