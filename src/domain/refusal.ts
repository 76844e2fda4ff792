/** Every reason to refuse a request. Codes are public and stable; contract/problem.ts maps each to a status. */
export type RefusalCode =
  | 'already_paid'
  | 'amount_not_payable'
  | 'amount_too_high'
  | 'bad_input'
  | 'bad_json'
  | 'below_minimum'
  | 'bad_signature'
  | 'changed_meanwhile'
  | 'code_needed'
  | 'currency_fixed'
  | 'email_taken'
  | 'email_unverified'
  | 'feature_off'
  | 'foreign_origin'
  | 'fresh_proof_needed'
  | 'forbidden'
  | 'idempotency_conflict'
  | 'in_stock'
  | 'last_admin'
  | 'link_used_or_old'
  | 'not_bought'
  | 'not_enough_stock'
  | 'not_found'
  | 'not_paid'
  | 'not_sendable'
  | 'not_sent'
  | 'nothing_to_refund'
  | 'order_disputed'
  | 'order_lapsed'
  | 'orders_unsent'
  | 'out_of_stock'
  | 'own_account'
  | 'overloaded'
  | 'passkey_refused'
  | 'payment_disputed'
  | 'payment_mismatch'
  | 'payment_pending'
  | 'payment_refunded'
  | 'payment_unmatched'
  | 'price_changed'
  | 'provider_failed'
  | 'proof_missing'
  | 'refund_refused'
  | 'second_factor_needed'
  | 'share_exceeded'
  | 'shop_closed'
  | 'signed_out'
  | 'too_large'
  | 'too_late'
  | 'too_many_requests'
  | 'transfers_missed'
  | 'unavailable'
  | 'unknown_field'
  | 'unsupported_image'
  | 'unsupported_media_type'
  | 'user_not_found'
  | 'voucher_refused'
  | 'wrong_code'
  | 'wrong_password'

export interface RefusalExtras {
  /** The message for each invalid field. */
  fields?: Readonly<Record<string, string>>
  /** Seconds to wait before a retry. */
  retryAfter?: number
  /** Data for the page, such as how many are left, or what another user has changed meanwhile. */
  facts?: Readonly<Record<string, unknown>>
  /** Logged, but never sent to the client. */
  cause?: Error
}

/** A deliberate no, not a bug: the visitor sees its message. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly extras: RefusalExtras

  constructor(code: RefusalCode, detail: string, extras: RefusalExtras = {}) {
    super(detail, extras.cause && { cause: extras.cause })
    this.name = 'Refusal'
    this.code = code
    this.extras = extras
  }
}

/** The only refusal with status 429. Omit `retryAfter` if waiting does not help. */
export const tooManyRequests = (detail: string, retryAfter?: number): Refusal =>
  new Refusal('too_many_requests', detail, retryAfter === undefined ? {} : { retryAfter })
