import type { SelectType } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * What a column that identifies a person contains: their user id, or the id of their order or payment. An email only if the
 * account has confirmed it, because anybody can sign up with somebody else's.
 */
export type PersonKey = 'user' | 'order' | 'payment' | 'email'

/** For a column whose text identifies no person: erasure leaves it unchanged. */
const unchanged = undefined

type Column<Table extends keyof Tables> = keyof Tables[Table] & string

/** Columns that can contain free text. */
type TextColumn<Table extends keyof Tables> = {
  [Name in Column<Table>]: string extends SelectType<Tables[Table][Name]> ? Name : never
}[Column<Table>]

/** The value of a column after an erasure. */
type ErasedValue = string | null | typeof unchanged

/** A table with personal data. */
export interface PersonalTable<Table extends keyof Tables = keyof Tables> {
  by: readonly [column: string, what: PersonKey]
  /** Secrets and internal values, which the export omits. */
  withheld?: readonly string[]
  /** Exported without the secrets of links, because a session alone must not allow what the links do. */
  masked?: readonly string[]
  /** Erasure deletes the rows or replaces these columns. Without this field the rows stay, because they identify nobody. */
  erased?:
    | 'rows'
    | Readonly<Record<TextColumn<Table>, ErasedValue> & Partial<Record<Column<Table>, ErasedValue>>>
}

/** In backups, without personal data. */
const anonymous = 'anonymous'

/** Not in backups: derived from other tables, or only about this database. */
const local = 'local'

/**
 * Every table of the shop: backups, exports of own data and erasures follow from this list. A new table does not compile
 * without an entry, nor does a new text column of a table whose columns are erased.
 */
export const tableList = {
  users: {
    by: ['id', 'user'],
    withheld: ['password_hash', 'told_until', 'closed_at', 'search_text'],
    erased: {
      id: unchanged,
      email: 'erased',
      display_name: '',
      search_text: '',
      photo_url: null,
      password_hash: null,
      email_verified_at: null,
      admin_since: null,
      last_seen_at: null,
    },
  },
  sessions: { by: ['user_id', 'user'], withheld: ['token_hash'], erased: 'rows' },
  proofs: { by: ['user_id', 'user'], withheld: ['proof_hash'], erased: 'rows' },
  mailed_links: { by: ['user_id', 'user'], withheld: ['secret_hash'], erased: 'rows' },
  // Counters contain user ids, and hashes of mailboxes (email-limits.ts). Counters of unknown email addresses are erased in code.
  rate_counters: anonymous,
  profiles: { by: ['user_id', 'user'], erased: 'rows' },
  items: anonymous,
  stock_changes: anonymous,
  item_imports: anonymous,
  orders: {
    by: ['id', 'order'],
    withheld: ['search_text', 'idempotency_key', 'renewed_ms'],
    erased: {
      id: unchanged,
      user_id: unchanged,
      item_id: unchanged,
      item_name: unchanged,
      transaction_id: unchanged,
      paid_method: unchanged,
      received_on: unchanged,
      owner_name: '',
      search_text: '',
      email: '',
      mobile_number: '',
      address: '',
      carrier: null,
      tracking: null,
      idempotency_key: null,
    },
  },
  // The customer must not learn which member of staff it was.
  order_events: {
    by: ['order_id', 'order'],
    withheld: ['who', 'admin_id'],
    erased: { order_id: unchanged, who: unchanged, admin_id: unchanged, detail: null },
  },
  // Erased in code, because the items' review totals change.
  reviews: { by: ['user_id', 'user'] },
  stock_alerts: { by: ['user_id', 'user'], withheld: ['secret_hash'], erased: 'rows' },
  payments: {
    by: ['id', 'payment'],
    withheld: ['noted_by', 'idempotency_key'],
    erased: {
      id: unchanged,
      currency: unchanged,
      intent_id: unchanged,
      started_from: null,
      voucher: unchanged,
      noted_by: unchanged,
      idempotency_key: unchanged,
    },
  },
  // Only a lock: the uses are counted from the payments.
  payment_orders: { by: ['order_id', 'order'] },
  refunds: {
    by: ['order_id', 'order'],
    withheld: ['asked_by', 'idempotency_key', 'attempt'],
    erased: {
      id: unchanged,
      payment_id: unchanged,
      order_id: unchanged,
      intent_id: unchanged,
      asked_by: unchanged,
      note: null,
      idempotency_key: unchanged,
      provider_id: unchanged,
      failure: unchanged,
    },
  },
  // Erased in code, because the customer is inside of the document's JSON.
  invoices: { by: ['order_id', 'order'] },
  invoice_taxes: anonymous,
  invoice_series: anonymous,
  number_gaps: anonymous,
  disputes: anonymous,
  dispute_orders: { by: ['order_id', 'order'] },
  unmatched_payments: {
    by: ['user_id', 'user'],
    erased: {
      intent_id: unchanged,
      order_ids: unchanged,
      user_id: unchanged,
      email: null,
      description: null,
    },
  },
  shop_identity: anonymous,
  unsubscribe_key: anonymous,
  picture_folders: anonymous,
  card_events: anonymous,
  outbox: {
    by: ['user_id', 'user'],
    withheld: ['unsubscribe_url'],
    masked: ['text_body', 'html_body'],
    erased: 'rows',
  },
  // Who has left has a row without an address, which identifies nobody.
  newsletter_subscribers: { by: ['email', 'email'], withheld: ['token_hash'], erased: 'rows' },
  linked_accounts: { by: ['user_id', 'user'], erased: 'rows' },
  sign_in_flows: anonymous,
  passkeys: { by: ['user_id', 'user'], withheld: ['credential_id', 'public_key'], erased: 'rows' },
  passkey_challenges: anonymous,
  challenge_key: anonymous,
  totp_secrets: { by: ['user_id', 'user'], withheld: ['secret', 'next_secret'], erased: 'rows' },
  recovery_codes: { by: ['user_id', 'user'], withheld: ['code_hash'], erased: 'rows' },
  shop_mode: anonymous,
  // The log contains only user ids, which identify nobody after an erasure.
  audit_log: { by: ['who', 'user'], withheld: ['previous_hash', 'hash'] },
  audit_subjects: anonymous,
  audit_chain: anonymous,
  erasures: anonymous,
  // The shop's own texts; who has saved them is told in the audit log.
  shop_content: anonymous,
  // The next start of a restored shop prints its own.
  welcome_links: local,
  migrations: local,
  write_probes: local,
  item_texts: local,
  change_log: local,
  backup_targets: local,
  item_search: local,
  order_search: local,
} satisfies { readonly [Table in keyof Tables]: PersonalTable<Table> | typeof anonymous | typeof local }
