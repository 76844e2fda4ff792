import { majorOf } from '#domain/money.ts'
import { type PersonalTable, type PersonKey, tableList } from '../db/schema/table-list.ts'
import type { Row } from '../db/schema/table-rows.ts'
import type { Reading, Writing } from '../db/schema/tables.ts'
import { withoutSecret } from './outbox.ts'
import { removeTexts } from './search/order-texts.ts'

const tables = Object.entries<PersonalTable | string>(tableList).flatMap(([name, table]) =>
  typeof table === 'string' ? [] : [{ name, ...table }],
)

/** The ids that lead to all data about a person. */
export interface Person {
  id?: string | undefined
  /** Undefined unless the account has confirmed it. */
  email?: string | undefined
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
  return { id, email: await confirmedEmail(db, id), orderIds, paymentIds: [...paymentIds] }
}

async function confirmedEmail(db: Reading, id: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return user?.email
}

const atOnce = 500

/** Splits ids into batches of a size that fits one statement. */
export function* batchesOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += atOnce) yield ids.slice(start, start + atOnce)
}

function keysOf({ id, email, orderIds, paymentIds }: Person, what: PersonKey): readonly string[] {
  if (what === 'order') return orderIds
  if (what === 'payment') return paymentIds
  const key = what === 'email' ? email : id
  return key === undefined ? [] : [key]
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

/** Times as dates, minor units as major units. */
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
      return column.endsWith('_minor') ? [column.slice(0, -6), majorOf(value)] : [column, value]
    }),
  )
}

/** Erases what the list of tables specifies. */
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
