import { type RawBuilder, sql } from 'kysely'
import { conditionsOf, goneMoney, type OrderFilterName, type OrderState } from '#domain/order.ts'
import type { Reading } from '../db/schema/tables.ts'
import { countUpTo } from './count-rows.ts'

/** The SQL condition for an order state; `table` is the alias of the orders in the query. */
export function inState(state: OrderState, table = 'orders'): RawBuilder<boolean> {
  const conditions = conditionsOf(state).map(({ moment, hasHappened }) => {
    const column = sql.ref(`${table}.${moment}`)
    return hasHappened ? sql`${column} is not null` : sql`${column} is null`
  })
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** The SQL condition for one of the filters of the list. A card payment may hold an order for longer than it waits. */
export const inFilter = (filter: OrderFilterName): RawBuilder<boolean> =>
  filter === 'awaiting_transfer'
    ? sql<boolean>`${inState('held')} and transfer_until >= held_until`
    : inState(filter)

/** How many orders are in a state, counting at most `most` to limit the rows read. */
export const countIn = (db: Reading, state: OrderState, most: number): Promise<number> =>
  countUpTo(db, db.selectFrom('orders').where(inState(state)), most)

/** How many orders can be sent (isSendable in domain/order.ts). */
export const countToSend = (db: Reading, most: number): Promise<number> =>
  countUpTo(
    db,
    db
      .selectFrom('orders')
      .where(inState('paid'))
      .whereRef('restocked_quantity', '<', 'quantity')
      // An order that a voucher has paid has no money to lose.
      .where(
        sql<boolean>`${sql.join(goneMoney.map(sql.ref), sql` + `)} < case paid_minor when 0 then 1 else paid_minor end`,
      ),
    most,
  )
