import * as z from 'zod/mini'
import { notedMethods } from '#domain/payment-method.ts'
import { endpoint } from './endpoint.ts'
import { order } from './orders.ts'
import { paymentChoices } from './payments.ts'
import { amount, day, idParams, note } from './shapes.ts'

/** What an admin says about money that did not come through the card provider. */
export const notedPaymentForm = z.strictObject({
  method: z.enum(notedMethods, 'Choose how the money came.'),
  amount: amount('Amount is required'),
  /** The day on which it came, in the shop's time zone. */
  date: day,
  note: note(200),
})

const notedPayment = z.extend(notedPaymentForm, {
  /** The other orders of the customer that it pays for. */
  with: paymentChoices.shape.with,
  note: z._default(note(200), ''),
})

export type NotedPayment = z.output<typeof notedPayment>

export const notedPayments = {
  note: endpoint({
    method: 'POST',
    path: '/booking/{id}/paid',
    who: 'admin',
    freshProof: 'with_factor',
    summary:
      'Note that unpaid orders of a customer were paid by transfer, in cash or at the terminal; their card payments are canceled',
    params: idParams,
    body: notedPayment,
    answer: z.array(order),
    idempotent: true,
  }),
  awaitTransfer: endpoint({
    method: 'POST',
    path: '/booking/{id}/transfer',
    who: 'owner',
    summary: 'Say that unpaid orders will be paid by transfer, once; this keeps their stock for some days',
    params: idParams,
    body: z.strictObject({ with: paymentChoices.shape.with }),
    answer: z.array(order),
  }),
}
