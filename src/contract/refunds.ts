import * as z from 'zod/mini'
import { refundReasons, refundStatuses } from '#domain/refund.ts'
import { endpoint } from './endpoint.ts'
import { order } from './orders.ts'
import { amount, count, dollars, id, idParams, moment, text } from './shapes.ts'

const aCent = z.minimum(0.01, 'Please enter at least $0.01.')

const reason = text(200, 'Reason is required')

/** What an admin fills in: how much, why, and how many units go back on the shelf. */
export const refundForm = z.strictObject({
  amount: amount('Amount is required').check(aCent),
  reason,
  restock: count(0, 'How many is required'),
})

/** All that is left goes back without an amount; `restock` true puts every unit back on the shelf. */
const refundRequest = z.strictObject({
  amount: z.optional(dollars.check(aCent)),
  reason,
  restock: z.union([z.boolean(), count(0)], 'Please send true, false or a whole number.'),
})

export type RefundRequest = z.output<typeof refundRequest>

const refundEntry = z.strictObject({
  _id: id,
  at: z.iso.datetime(),
  amount: dollars,
  status: z.enum(refundStatuses),
  /** When it was through, or had failed. */
  endedAt: moment,
  reason: z.enum(refundReasons),
  /** The admin's own words, and e-mail; null where no admin has asked for it. */
  note: z.nullable(z.string()),
  by: z.nullable(z.string()),
  restocked: z.int(),
  /** Why it failed, in the card provider's words. */
  failure: z.nullable(z.string()),
})

export type RefundEntry = z.output<typeof refundEntry>

/** Money that admins give back. */
export const refunds = {
  make: endpoint({
    method: 'POST',
    path: '/booking/{id}/refund',
    who: 'admin',
    freshProof: 'with_factor',
    summary:
      'Give back the money of a paid order, all that is left or a part; the answer tells how far it is',
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
