import type { Generated, Kysely } from 'kysely'
import type { NoticesForm } from '#contract/notices.ts'
import type { ShopTransaction } from '../engine/transaction.ts'
import type { MailedLinkRow, ProofRow, SessionRow } from './account-tables.ts'
import type { AuditChainRow, AuditRow, AuditSubjectRow, ErasureRow } from './audit-tables.ts'
import type { BackupTables } from './backup-tables.ts'
import type { FactorTables, ProofShown, SessionShown } from './factor-tables.ts'
import type {
  ItemDetailColumn,
  ItemImportRow,
  ItemRow,
  ItemTextRow,
  ReviewRow,
  StockAlertRow,
  StockChangeRow,
} from './item-tables.ts'
import type {
  DisputeOrderRow,
  DisputeRow,
  InvoiceRow,
  InvoiceSeriesRow,
  Moment,
  NumberGapRow,
  PaymentOrderRow,
  PaymentRow,
  RefundRow,
  UnmatchedPaymentRow,
} from './money-tables.ts'
import type { OrderEventRow, OrderRow } from './order-tables.ts'

export type { MailedLinkRow, SessionRow } from './account-tables.ts'
export type { AuditChainRow, AuditRow, ErasureRow } from './audit-tables.ts'
export type { PasskeyRow, TotpSecretRow } from './factor-tables.ts'
export type * from './item-tables.ts'
export type { OrderEventRow, OrderRow } from './order-tables.ts'
export type {
  DisputeOrderRow,
  DisputeRow,
  InvoiceRow,
  PaymentOrderRow,
  PaymentRow,
  RefundRow,
  UnmatchedPaymentRow,
}

/** The tables as migrations/ create them, where the comments say why; those about money are in money-tables.ts. */
export interface UserRow {
  id: string
  email: string
  display_name: string
  photo_url: string | null
  password_hash: string | null
  email_verified_at: Moment
  admin_since: Moment
  created_at: number
  removed_at: Moment
  closed_at: Moment
  /** To the quarter of an hour. */
  last_seen_at: Moment
}

/** What an admin wants to be told by letter: in the table of users, and of no concern to most who read it. */
export interface NoticeColumns {
  order_notices: Generated<NoticesForm['orders']>
  stock_notices: Generated<number>
  /** The hourly letter has told of all that was paid before. */
  told_until: Moment
}

/** What somebody is found by (store/search/people.ts); null until it is written. */
export interface SearchColumn {
  search_text: Generated<string | null>
}

export interface RateCounterRow {
  name: string
  count: number
  resets_at: number
}

export interface ProfileRow {
  user_id: string
  name: string
  address: string
  education: string
  linkedin: string
  mobile_number: string
  updated_at: number
}

export interface ShopIdentityRow {
  id: string
}

export interface CardEventRow {
  id: string
  type: string
  received_at: number
}

export interface OutboxRow {
  id: string
  recipient: string
  /** Whose it is. Nobody's where it went to an address without an account: who has it later does not get it. */
  user_id: string | null
  subject: string
  text_body: string
  html_body: string
  created_at: number
  tries: number
  next_try_at: number
  sent_at: Moment
  given_up_at: Moment
  /** The payment whose receipt it is. */
  receipt_of: string | null
  /** The number of the credit note that it takes along. */
  document: string | null
  /** What is about money leaves first: see emailPriority in store/outbox.ts. */
  priority: number
}

export interface LinkedAccountRow {
  provider: string
  subject: string
  user_id: string
  created_at: number
}

export interface SignInFlowRow {
  state_hash: string
  provider: string
  code_verifier: string
  nonce: string
  next_path: string
  expires_at: number
}

export interface ShopModeRow {
  /** Always 1: there is one row. */
  id: number
  mode: 'demo' | 'live'
  since: number
}

export interface MigrationRow {
  name: string
  applied_at: number
}

/** A row is written without these columns where nobody has anything to say about them. */
type WithDefaults<Row, Column extends keyof Row> = Omit<Row, Column> & {
  [Name in Column]: Generated<Row[Name]>
}

export interface Tables extends FactorTables, BackupTables {
  users: UserRow & NoticeColumns & SearchColumn
  sessions: WithDefaults<SessionRow, 'last_used_at' | 'browser' | 'address'> & SessionShown
  proofs: ProofRow & ProofShown
  mailed_links: MailedLinkRow
  rate_counters: RateCounterRow
  profiles: ProfileRow
  items: WithDefaults<ItemRow, 'words_due' | 'review_count' | 'star_sum' | ItemDetailColumn>
  stock_changes: StockChangeRow
  item_imports: ItemImportRow
  item_texts: ItemTextRow
  /** SQLite's full-text index; PostgreSQL has it in item_texts. */
  item_search: { rowid: number }
  /** SQLite's index of substrings; PostgreSQL has it on orders. */
  order_search: { rowid: number }
  orders: WithDefaults<
    OrderRow,
    'search_text' | 'refund_pending_cents' | 'restocked_quantity' | 'dispute_lost_cents'
  >
  order_events: WithDefaults<OrderEventRow, 'admin_id'>
  reviews: ReviewRow
  stock_alerts: StockAlertRow
  payments: PaymentRow
  payment_orders: PaymentOrderRow
  refunds: WithDefaults<RefundRow, 'restocked'>
  invoices: InvoiceRow
  invoice_series: InvoiceSeriesRow
  number_gaps: NumberGapRow
  disputes: DisputeRow
  dispute_orders: DisputeOrderRow
  unmatched_payments: UnmatchedPaymentRow
  shop_identity: ShopIdentityRow
  picture_folders: { id: string; seen_at: number }
  card_events: CardEventRow
  outbox: OutboxRow
  linked_accounts: LinkedAccountRow
  sign_in_flows: SignInFlowRow
  shop_mode: ShopModeRow
  audit_log: AuditRow
  audit_chain: AuditChainRow
  audit_subjects: AuditSubjectRow
  erasures: WithDefaults<ErasureRow, 'tried_at'>
  write_probes: { id: number; padding: string }
  migrations: MigrationRow
}

/** What a query needs: a transaction, or the database for a single read. */
export type Reading = Kysely<Tables>

/** What a change needs: a transaction. */
export type Writing = ShopTransaction<Tables>
