import type { SelectType } from 'kysely'
import { dollarsOf } from '#domain/money.ts'
import type { DataTable as AnyTable, FormerTable, Row } from '../db/schema/table-rows.ts'
import type { Reading, Tables, Writing } from '../db/schema/tables.ts'
import { withoutSecret } from './outbox.ts'
import { forgetTexts } from './search/order-texts.ts'

type DataTable = Exclude<AnyTable, FormerTable>

/** What a column that leads to a person holds: their own id, or that of an order or a payment of theirs. Never an e-mail: others may have it later. */
type Lead = 'user' | 'order' | 'payment'

/** For a column whose words name nobody: it is left as it is. */
const stays = undefined

type Column<Table extends DataTable> = keyof Tables[Table] & string

/** Columns in which any words can stand. */
type TextColumn<Table extends DataTable> = {
  [Name in Column<Table>]: string extends SelectType<Tables[Table][Name]> ? Name : never
}[Column<Table>]

/** What stands in a column after an erasure. */
type Afterwards = string | null | typeof stays

interface PersonalTable<Table extends DataTable = DataTable> {
  by: readonly [column: string, what: Lead]
  /** Secrets, and what means nothing outside of the shop: nobody is told. */
  withheld?: readonly string[]
  /** Told without the secrets of links: a session is not enough for what they do. */
  masked?: readonly string[]
  /** With an erasure the rows go, or these columns are emptied; without it they stay as they are, because they name nobody. */
  erased?:
    | 'rows'
    | Readonly<Record<TextColumn<Table>, Afterwards> & Partial<Record<Column<Table>, Afterwards>>>
}

/**
 * A table that is not here holds nothing about a person. Of each new one it has to be said, and where columns are
 * emptied, of each new one in which words can stand: it does not compile without.
 */
const personal: { readonly [Table in DataTable]: PersonalTable<Table> | undefined } = {
  users: {
    by: ['id', 'user'],
    withheld: ['password_hash', 'told_until', 'closed_at', 'search_text'],
    erased: {
      id: stays,
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
  // Erased by hand: their items keep what they come to.
  reviews: { by: ['user_id', 'user'] },
  orders: {
    by: ['id', 'order'],
    withheld: ['search_text', 'idempotency_key', 'renewed_ms'],
    erased: {
      id: stays,
      user_id: stays,
      item_id: stays,
      item_name: stays,
      transaction_id: stays,
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
  // Which of the shop's people it was is not the customer's to know.
  order_events: {
    by: ['order_id', 'order'],
    withheld: ['who', 'admin_id'],
    erased: { order_id: stays, who: stays, admin_id: stays, detail: null },
  },
  payment_orders: { by: ['order_id', 'order'] },
  dispute_orders: { by: ['order_id', 'order'] },
  payments: {
    by: ['id', 'payment'],
    erased: { id: stays, currency: stays, intent_id: stays, started_from: null },
  },
  refunds: {
    by: ['order_id', 'order'],
    withheld: ['asked_by', 'idempotency_key', 'attempt'],
    erased: {
      id: stays,
      payment_id: stays,
      order_id: stays,
      intent_id: stays,
      asked_by: stays,
      note: null,
      idempotency_key: stays,
      provider_id: stays,
      failure: stays,
    },
  },
  // Erased by hand: the customer stands inside of what they say.
  invoices: { by: ['order_id', 'order'] },
  outbox: { by: ['user_id', 'user'], masked: ['text_body', 'html_body'], erased: 'rows' },
  unmatched_payments: {
    by: ['user_id', 'user'],
    erased: { intent_id: stays, order_ids: stays, user_id: stays, email: null, description: null },
  },
  // The log names people by their id alone, which leads to nobody any more.
  audit_log: { by: ['who', 'user'], withheld: ['previous_hash', 'hash'] },
  audit_subjects: undefined,
  erasures: undefined,
  audit_chain: undefined,
  // What is counted names people by their id, and mailboxes by a hash (email-limits.ts); unknown e-mails are erased by hand.
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

/** All that leads to what is kept about somebody. */
export interface Person {
  id?: string | undefined
  orderIds: readonly string[]
  paymentIds: readonly string[]
}

export async function personOf(db: Reading, id: string): Promise<Person> {
  const orders = () => db.selectFrom('orders').select('id').where('user_id', '=', id)
  // Each of both is found by an index of its own.
  const rows = [
    ...(await orders().where('removed_at', 'is', null).execute()),
    ...(await orders().where('removed_at', 'is not', null).execute()),
  ]
  const orderIds = rows.map(row => row.id)
  const paymentIds = new Set<string>()
  for (const some of slicesOf(orderIds)) {
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

/** Some at a time, as many as one statement should be asked for. */
export function* slicesOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += atOnce) yield ids.slice(start, start + atOnce)
}

function leadsOf({ id, orderIds, paymentIds }: Person, what: Lead): readonly string[] {
  if (what === 'order') return orderIds
  if (what === 'payment') return paymentIds
  return id === undefined ? [] : [id]
}

/** Everything about somebody, table by table, as people read it. */
export async function readAll(db: Reading, person: Person): Promise<Record<string, object[]>> {
  const all: Record<string, object[]> = {}
  for (const { name, by, ...hidden } of tables) {
    const found: object[] = []
    for (const some of slicesOf(leadsOf(person, by[1]))) {
      const rows = await db
        // The tables have nothing in common but a column that leads to people: the compiler is told of one of them.
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

/** Moments as dates, cents as dollars. */
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

/** Removes or empties what the list above says. */
export async function eraseAll(tx: Writing, person: Person): Promise<void> {
  for (const some of slicesOf(person.orderIds)) await forgetTexts(tx, some)
  for (const { name, by, erased } of tables) {
    if (!erased) continue
    const [column, table] = [tx.dynamic.ref<string>(by[0]), name as 'users']
    for (const some of slicesOf(leadsOf(person, by[1]))) {
      if (erased === 'rows') await tx.deleteFrom(table).where(column, 'in', some).execute()
      else await tx.updateTable(table).set(erased).where(column, 'in', some).execute()
    }
  }
}
