import type { Generated, Kysely, Selectable } from 'kysely'
import type { Act } from '#domain/audit.ts'
import type { Series } from '#domain/invoice.ts'
import type { OrderEventType } from '#domain/order-event.ts'
import type { OtherMethod, PaymentMethod } from '#domain/payment-method.ts'
import type { RefundReason } from '#domain/refund.ts'
import type { ShopTransaction } from '../engine/transaction.ts'
import type { SchemaTables } from './row-types.ts'

/** Columns with a narrower type than the schema can express. */
interface NarrowedColumns {
  // Values that the domain lists: a CHECK would need a migration for each new one.
  audit_log: { what: Act }
  order_events: { what: OrderEventType }
  refunds: { reason: RefundReason }
  invoices: { series: Series }
  invoice_series: { series: Series }
  invoice_taxes: { series: Series }
  // Nullable only because the first version gave an order its number in a trigger.
  orders: { number: number; paid_method: OtherMethod | null }
  payments: { method: Generated<PaymentMethod> }
  // Each engine numbers these rows with its own syntax.
  item_texts: { number: Generated<number> }
}

type WithNarrowedColumns<Table extends keyof SchemaTables> = Table extends keyof NarrowedColumns
  ? Omit<SchemaTables[Table], keyof NarrowedColumns[Table]> & NarrowedColumns[Table]
  : SchemaTables[Table]

export type Tables = { [Table in keyof SchemaTables]: WithNarrowedColumns<Table> } & {
  // SQLite's full-text indexes; PostgreSQL has its own as columns of item_texts and orders.
  item_search: { rowid: number }
  order_search: { rowid: number }
}

/** Runs queries: a transaction, or the database for a single read. */
export type Reading = Kysely<Tables>

/** Runs changes: a transaction. */
export type Writing = ShopTransaction<Tables>

type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

export type AuditRow = Row<'audit_log'>
export type AuditChainRow = Row<'audit_chain'>
export type BackupTargetRow = Row<'backup_targets'>
export type ChangeLogRow = Row<'change_log'>
export type DisputeRow = Row<'disputes'>
export type DisputeOrderRow = Row<'dispute_orders'>
export type InvoiceRow = Row<'invoices'>
export type InvoiceTaxRow = Row<'invoice_taxes'>
export type ItemRow = Row<'items'>
export type ItemImportRow = Row<'item_imports'>
export type LinkedAccountRow = Row<'linked_accounts'>
export type MailedLinkRow = Row<'mailed_links'>
export type WelcomeLinkRow = Row<'welcome_links'>
export type OrderRow = Row<'orders'>
export type OrderEventRow = Row<'order_events'>
export type OutboxRow = Row<'outbox'>
export type PasskeyRow = Row<'passkeys'>
export type PaymentRow = Row<'payments'>
export type PaymentOrderRow = Row<'payment_orders'>
export type ProfileRow = Row<'profiles'>
export type RefundRow = Row<'refunds'>
export type ReviewRow = Row<'reviews'>
export type ShopContentRow = Row<'shop_content'>
export type SessionRow = Row<'sessions'>
export type ShopModeRow = Row<'shop_mode'>
export type SignInFlowRow = Row<'sign_in_flows'>
export type StockAlertRow = Row<'stock_alerts'>
export type StockChangeRow = Row<'stock_changes'>
export type TotpSecretRow = Row<'totp_secrets'>
export type UnmatchedPaymentRow = Row<'unmatched_payments'>

/** An account, without the columns that only notices and the customer search read. */
export type UserRow = Omit<Row<'users'>, 'order_notices' | 'stock_notices' | 'told_until' | 'search_text'>

/** The optional details of an item. */
export type ItemDetailColumn = 'pictures' | 'materials' | 'size' | 'care' | 'family' | 'tax'
