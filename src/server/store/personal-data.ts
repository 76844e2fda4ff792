import type { SelectType } from 'kysely'
import { dollarsOf } from '#domain/money.ts'
import type { DataTable as AnyTable, FormerTable, Row } from '../db/schema/table-rows.ts'
import type { Reading, Tables, Writing } from '../db/schema/tables.ts'
import { withoutSecret } from './outbox.ts'
import { removeTexts } from './search/order-texts.ts'

type DataTable = Exclude<AnyTable, FormerTable>

/**
 * What a column that identifies a person contains: their user id, or the id of their order or payment. Never an e-mail,
 * because others may have it later.
 */
type PersonKey = 'user' | 'order' | 'payment'

/** For a column whose text identifies no person: erasure leaves it unchanged. */
const unchanged = undefined

type Column<Table extends DataTable> = keyof Tables[Table] & string

/** Columns that can contain free text. */
type TextColumn<Table extends DataTable> = {
  [Name in Column<Table>]: string extends SelectType<Tables[Table][Name]> ? Name : never
}[Column<Table>]

/** The value of a column after an erasure. */
type ErasedValue = string | null | typeof unchanged

interface PersonalTable<Table extends DataTable = DataTable> {
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

/**
 * Every table must be listed: undefined means that it contains no personal data. Where columns are replaced, every text
 * column must be listed, too. A new table or column does not compile without an entry.
 */
const personal: { readonly [Table in DataTable]: PersonalTable<Table> | undefined } = {
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
  profiles: { by: ['user_id', 'user'], erased: 'rows' },
  sessions: { by: ['user_id', 'user'], withheld: ['token_hash'], erased: 'rows' },
  proofs: { by: ['user_id', 'user'], withheld: ['proof_hash'], erased: 'rows' },
  mailed_links: { by: ['user_id', 'user'], withheld: ['secret_hash'], erased: 'rows' },
  passkeys: { by: ['user_id', 'user'], withheld: ['credential_id', 'public_key'], erased: 'rows' },
  totp_secrets: { by: ['user_id', 'user'], withheld: ['secret', 'next_secret'], erased: 'rows' },
  recovery_codes: { by: ['user_id', 'user'], withheld: ['code_hash'], erased: 'rows' },
  linked_accounts: { by: ['user_id', 'user'], erased: 'rows' },
  stock_alerts: { by: ['user_id', 'user'], withheld: ['secret_hash'], erased: 'rows' },
  // Erased in code, because the items' review totals change.
  reviews: { by: ['user_id', 'user'] },
  orders: {
    by: ['id', 'order'],
    withheld: ['search_text', 'idempotency_key', 'renewed_ms'],
    erased: {
      id: unchanged,
      user_id: unchanged,
      item_id: unchanged,
      item_name: unchanged,
      transaction_id: unchanged,
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
  payment_orders: { by: ['order_id', 'order'] },
  dispute_orders: { by: ['order_id', 'order'] },
  payments: {
    by: ['id', 'payment'],
    erased: { id: unchanged, currency: unchanged, intent_id: unchanged, started_from: null },
  },
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
  outbox: { by: ['user_id', 'user'], masked: ['text_body', 'html_body'], erased: 'rows' },
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
  // The log contains only user ids, which identify nobody after an erasure.
  audit_log: { by: ['who', 'user'], withheld: ['previous_hash', 'hash'] },
  audit_subjects: undefined,
  erasures: undefined,
  audit_chain: undefined,
  // Counters contain user ids, and hashes of mailboxes (email-limits.ts). Counters of unknown e-mails are erased in code.
  rate_counters: undefined,
  items: undefined,
  stock_changes: undefined,
  item_imports: undefined,
  invoice_series: undefined,
  disputes: undefined,
  shop_identity: undefined,
  number_gaps: undefined,
  unsubscribe_key: undefined,
  picture_folders: undefined,
  card_events: undefined,
  sign_in_flows: undefined,
  passkey_challenges: undefined,
  challenge_key: undefined,
  shop_mode: undefined,
}

const tables = (Object.entries(personal) as [DataTable, PersonalTable | undefined][]).flatMap(
  ([name, table]) => (table ? [{ name, ...table }] : []),
)

/** The ids that lead to all data about a person. */
export interface Person {
  id?: string | undefined
  orderIds: readonly string[]
  paymentIds: readonly string[]
}

export async function personOf(db: Reading, id: string): Promise<Person> {
  const orders = () => db.selectFrom('orders').select('id').where('user_id', '=', id)
  // Two queries, because each condition has its own index.
  const rows = [
    ...(await orders().where('removed_at', 'is', null).execute()),
    ...(await orders().where('removed_at', 'is not', null).execute()),
  ]
  const orderIds = rows.map(row => row.id)
  const paymentIds = new Set<string>()
  for (const some of batchesOf(orderIds)) {
    const found = await db
      .selectFrom('payment_orders')
      .select('payment_id')
      .where('order_id', 'in', some)
      .execute()
    for (const { payment_id } of found) paymentIds.add(payment_id)
  }
  return { id, orderIds, paymentIds: [...paymentIds] }
}

const atOnce = 500

/** Splits ids into batches of a size that fits one statement. */
export function* batchesOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += atOnce) yield ids.slice(start, start + atOnce)
}

function keysOf({ id, orderIds, paymentIds }: Person, what: PersonKey): readonly string[] {
  if (what === 'order') return orderIds
  if (what === 'payment') return paymentIds
  return id === undefined ? [] : [id]
}

/** All data about a person, by table, in a readable form. */
export async function readAll(db: Reading, person: Person): Promise<Record<string, object[]>> {
  const all: Record<string, object[]> = {}
  for (const { name, by, ...hidden } of tables) {
    const found: object[] = []
    for (const some of batchesOf(keysOf(person, by[1]))) {
      const rows = await db
        // The tables share only the column that identifies a person, so the type of one of them is used for all.
        .selectFrom(name as 'users')
        .selectAll()
        .where(db.dynamic.ref<string>(by[0]), 'in', some)
        .execute()
      found.push(...rows.map(row => readable(row as unknown as Row, hidden)))
    }
    if (found.length > 0) all[name] = found
  }
  return all
}

/** Times as dates, cents as dollars. */
function readable(
  row: Row,
  { withheld = [], masked = [] }: Pick<PersonalTable, 'withheld' | 'masked'>,
): object {
  const cells = Object.entries(row).filter(([column]) => !withheld.includes(column))
  return Object.fromEntries(
    cells.map(([column, value]) => {
      if (typeof value === 'string' && masked.includes(column)) return [column, withoutSecret(value)]
      if (typeof value !== 'number') return [column, value]
      if (/(^|_)(at|until|since)$/.test(column)) return [column, new Date(value).toISOString()]
      return column.endsWith('_cents') ? [column.slice(0, -6), dollarsOf(value)] : [column, value]
    }),
  )
}

/** Erases what the list above specifies. */
export async function eraseAll(tx: Writing, person: Person): Promise<void> {
  for (const some of batchesOf(person.orderIds)) await removeTexts(tx, some)
  for (const { name, by, erased } of tables) {
    if (!erased) continue
    const [column, table] = [tx.dynamic.ref<string>(by[0]), name as 'users']
    for (const some of batchesOf(keysOf(person, by[1]))) {
      if (erased === 'rows') await tx.deleteFrom(table).where(column, 'in', some).execute()
      else await tx.updateTable(table).set(erased).where(column, 'in', some).execute()
    }
  }
}
