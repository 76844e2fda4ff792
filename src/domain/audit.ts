/** Every act in the audit log, with the label that is displayed and searched. */
export const acts = {
  signed_in: 'Signed in',
  sign_in_refused: 'Sign-in refused',
  proof_refused: 'Fresh proof refused',
  password_changed: 'Password changed',
  email_confirmed: 'Email confirmed',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  codes_turned_on: 'Codes turned on',
  codes_moved: 'Codes moved to another app',
  codes_turned_off: 'Codes turned off',
  recovery_codes_renewed: 'Recovery codes renewed',
  recovery_code_used: 'Recovery code used',
  signed_out: 'Signed out',
  session_ended: 'Session ended',
  other_sessions_ended: 'Other sessions ended',
  factors_removed: 'Passkeys and codes removed',
  role_given: 'Admin role given',
  role_taken: 'Admin role taken',
  user_removed: 'User removed',
  user_brought_back: 'User restored',
  account_erased: 'Account erased',
  data_exported: 'Own data exported',
  item_added: 'Item added',
  item_changed: 'Item changed',
  item_removed: 'Item removed',
  item_brought_back: 'Item restored',
  stock_changed: 'Stock changed',
  items_imported: 'Items imported',
  items_exported: 'Items exported',
  picture_kept: 'Picture uploaded',
  orders_sent: 'Orders sent',
  order_unsent: 'Marked as not sent',
  orders_exported: 'Orders exported',
  invoices_exported: 'Invoices exported',
  payment_noted: 'Marked as paid',
  refund_asked: 'Refund requested',
  review_changed: 'Review changed',
  notices_chosen: 'Notifications changed',
  content_changed: 'Shop content changed',
  opening_day_changed: 'Opening day list hidden or shown',
  test_email_sent: 'Test email sent',
  subscribers_exported: 'Newsletter subscribers exported',
  subscriber_removed: 'Newsletter subscriber removed',
  audit_exported: 'Audit log exported',
  shop_went_live: 'Shop went live',
  shop_restored: 'Shop restored',
} as const

export type Act = keyof typeof acts

export const actNames = Object.keys(acts) as [Act, ...Act[]]

/** A user and their IP address; both null for the shop itself. */
export interface Actor {
  userId: string | null
  address: string | null
}

/** The actor of commands and jobs. */
export const theShop: Actor = { userId: null, address: null }

export type DetailValue = string | number | boolean | null

/** Ids, numbers and item texts. Never personal data, because audit rows outlive an account. */
export type Detail = Readonly<
  Record<string, DetailValue | readonly DetailValue[] | Readonly<Record<string, DetailValue>>>
>

const maxCharacters = 200

const truncate = (value: DetailValue): DetailValue =>
  typeof value === 'string' && value.length > maxCharacters
    ? `${value.slice(0, maxCharacters).toWellFormed()}…`
    : value

/** The old and new values of those `fields` that differ. */
export function changedFields<Row extends object>(
  before: Row,
  after: Row,
  fields: readonly (keyof Row & string)[],
): { before: Record<string, DetailValue>; after: Record<string, DetailValue> } {
  const changed = fields.filter(field => before[field] !== after[field])
  const of = (row: Row) =>
    Object.fromEntries(changed.map(field => [field, truncate(row[field] as DetailValue)]))
  return { before: of(before), after: of(after) }
}
