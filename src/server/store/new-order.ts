import { sql } from 'kysely'
import { isPostgres } from '../db/engine/connection.ts'
import { prepared } from '../db/engine/prepared.ts'
import type { OrderRow, Reading, Writing } from '../db/schema/tables.ts'
import { orderTextOf } from './search/order-texts.ts'

/** The initial columns of every order. */
export const initialColumns = {
  transaction_id: null,
  paid_method: null,
  received_on: null,
  transfer_until: null,
  transfer_delivery_minor: null,
  released_at: null,
  removed_at: null,
  paid_at: null,
  paid_minor: null,
  paid_delivery_minor: 0,
  sent_at: null,
  carrier: null,
  tracking: null,
  renewed_ms: 0,
  refunded_minor: 0,
  refunded_at: null,
  refund_pending_minor: 0,
  refund_failed_at: null,
  disputed_at: null,
  refunds_blocked_at: null,
  dispute_lost_minor: 0,
  payment_unmatched_at: null,
  restocked_quantity: 0,
} satisfies Partial<OrderRow>

/** An order without its number and search text. */
type NewOrderRow = Omit<OrderRow, 'number' | 'search_text'>

const blank: Omit<OrderRow, 'number'> = {
  id: '',
  user_id: '',
  item_id: '',
  item_name: '',
  owner_name: '',
  search_text: '',
  email: '',
  mobile_number: '',
  address: '',
  quantity: 0,
  unit_price_minor: 0,
  total_minor: 0,
  idempotency_key: null,
  created_at: 0,
  held_until: 0,
  ...initialColumns,
}

/** Numbers cause no waiting: PostgreSQL uses a sequence, and SQLite has a single writer anyway. */
const nextNumber = (db: Reading) =>
  isPostgres(db)
    ? sql<number>`default`
    : sql<number>`(select max(given) + 1 from (
    select coalesce(max(number), 1000) as given from orders
    union all select max(last_number) from number_gaps where series = 'T'))`

const insertOrder = prepared(blank, (db, row) =>
  db
    .insertInto('orders')
    .values({ ...row, number: nextNumber(db) })
    .returning('number'),
)

export async function insert(tx: Writing, row: NewOrderRow): Promise<OrderRow> {
  const searchable = { ...row, search_text: orderTextOf(row) }
  const { rows } = await insertOrder(tx, searchable)
  const [given] = rows
  if (!given) throw new Error('An order was written without a number')
  return { ...searchable, number: given.number }
}
