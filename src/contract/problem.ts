import * as z from 'zod/mini'
import type { RefusalCode } from '#domain/refusal.ts'

/** The body of every error response: RFC 9457 problem details with a stable code. */
export const problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** For an internal error: the id under which the log has details. */
  requestId: z.optional(z.string()),
})

export type Problem = z.output<typeof problem>

/** `internal` is the only code that is not a refusal: it means a bug. */
export type ProblemCode = RefusalCode | 'internal'

export const problemKinds: Readonly<Record<ProblemCode, { status: number; title: string }>> = {
  already_paid: { status: 409, title: 'Already paid' },
  amount_not_payable: { status: 409, title: 'Order amount too small or too large' },
  amount_too_high: { status: 409, title: 'More than is left' },
  bad_input: { status: 400, title: 'Invalid input' },
  bad_json: { status: 400, title: 'The request is not valid JSON' },
  bad_signature: { status: 400, title: 'Signature not valid' },
  below_minimum: { status: 409, title: 'Below the minimum quantity' },
  changed_meanwhile: { status: 409, title: 'Changed by someone else' },
  code_needed: { status: 403, title: 'Code needed' },
  email_unverified: { status: 409, title: 'Email not confirmed' },
  email_taken: { status: 409, title: 'Email already in use' },
  feature_off: { status: 503, title: 'Not available here' },
  foreign_origin: { status: 403, title: 'Not from this shop' },
  fresh_proof_needed: { status: 403, title: 'Fresh proof needed' },
  forbidden: { status: 403, title: 'Not allowed' },
  idempotency_conflict: { status: 409, title: 'Key already used for something else' },
  in_stock: { status: 409, title: 'In stock' },
  internal: { status: 500, title: 'Something went wrong' },
  link_used_or_old: { status: 410, title: 'Link used or expired' },
  last_admin: { status: 409, title: 'Last admin' },
  not_bought: { status: 409, title: 'Not bought' },
  not_enough_stock: { status: 409, title: 'Not that many left' },
  not_found: { status: 404, title: 'Not found' },
  not_paid: { status: 409, title: 'Not paid' },
  not_sendable: { status: 409, title: 'Cannot be sent' },
  not_sent: { status: 409, title: 'Not sent' },
  nothing_to_refund: { status: 409, title: 'Nothing left to refund' },
  order_disputed: { status: 409, title: 'The customer disputes the payment' },
  order_lapsed: { status: 409, title: 'Hold expired' },
  orders_unsent: { status: 409, title: 'Paid and not sent yet' },
  own_account: { status: 409, title: 'Your own account' },
  out_of_stock: { status: 409, title: 'Not enough in stock' },
  overloaded: { status: 503, title: 'Very busy' },
  passkey_refused: { status: 403, title: 'Passkey not accepted' },
  payment_disputed: { status: 409, title: 'The customer disputes the payment' },
  payment_mismatch: { status: 409, title: 'Not a payment for this order' },
  payment_pending: { status: 409, title: 'Payment not completed' },
  payment_refunded: { status: 409, title: 'Payment refunded' },
  payment_unmatched: { status: 409, title: 'A payment is being checked' },
  price_changed: { status: 409, title: 'The price has changed' },
  proof_missing: { status: 401, title: 'Sign-in has expired' },
  provider_failed: { status: 502, title: 'A service that the shop uses did not answer' },
  refund_refused: { status: 409, title: 'Refund not accepted' },
  second_factor_needed: { status: 403, title: 'Second factor needed' },
  share_exceeded: { status: 409, title: 'Too many at once' },
  shop_closed: { status: 409, title: 'The shop is closed' },
  signed_out: { status: 401, title: 'Not signed in' },
  too_large: { status: 413, title: 'Too large' },
  too_late: { status: 409, title: 'Too late' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  unavailable: { status: 503, title: 'Not available right now' },
  unknown_field: { status: 400, title: 'Unknown field' },
  unsupported_image: { status: 400, title: 'Not a picture the shop can use' },
  unsupported_media_type: { status: 415, title: 'Unsupported content type' },
  user_not_found: { status: 404, title: 'User not found' },
  wrong_code: { status: 403, title: 'Wrong code' },
  wrong_password: { status: 401, title: 'Wrong password' },
}
