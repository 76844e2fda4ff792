import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { conditionsOf, goneMoney, type OrderState } from '#domain/order.ts'
import type { Reading, Tables } from '../db/schema/tables.ts'

/** The SQL condition for an order state; `table` is the alias of the orders in the query. */
export function inState(state: OrderState, table = 'orders'): RawBuilder<boolean> {
  const conditions = conditionsOf(state).map(({ moment, hasHappened }) => {
    const column = sql.ref(`${table}.${moment}`)
    return hasHappened ? sql`${column} is not null` : sql`${column} is null`
  })
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** How many orders are in a state, counting at most `most` to limit the rows read. */
export const countIn = (db: Reading, state: OrderState, most: number): Promise<number> =>
  countOf(db, db.selectFrom('orders').where(inState(state)), most)

/** How many orders can be sent (isSendable in domain/order.ts). */
export const countToSend = (db: Reading, most: number): Promise<number> =>
  countOf(
    db,
    db
      .selectFrom('orders')
      .where(inState('paid'))
      .whereRef('restocked_quantity', '<', 'quantity')
      .where(sql<boolean>`${sql.join(goneMoney.map(sql.ref), sql` + `)} < total_cents`),
    most,
  )

async function countOf(
  db: Reading,
  orders: SelectQueryBuilder<Tables, 'orders', object>,
  most: number,
): Promise<number> {
  const { count } = await db
    .selectFrom(orders.select('number').limit(most).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
