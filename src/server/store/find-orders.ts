import { type ExpressionBuilder, sql } from 'kysely'
import type { Order } from '#contract/orders.ts'
import type { Page } from '#contract/shapes.ts'
import { normalizeEmail } from '#domain/email.ts'
import type { OrderState } from '#domain/order.ts'
import { numberIn } from '#domain/order-number.ts'
import { fold, searchWords } from '#domain/search.ts'
import type { OrderRow, Reading, Tables } from '../db/tables.ts'
import { shown, toOrder } from './orders.ts'
import { searchEngineOf } from './search-engines.ts'

/** Which orders are looked for; what is undefined does not matter. */
export interface Wanted {
  search?: string | undefined
  state?: OrderState | undefined
  /** Epoch milliseconds: placed at `from` or later, and before `until`. */
  from?: number | undefined
  until?: number | undefined
  itemId?: string | undefined
}

type Moment = 'removed_at' | 'refunded_at' | 'sent_at' | 'paid_at' | 'released_at'

/** Each state as stateOf() tells it, in the words of its index (migration 0017): true means that it has happened. */
const moments: Readonly<Record<OrderState, Partial<Record<Moment, boolean>>>> = {
  held: { removed_at: false, paid_at: false, released_at: false },
  lapsed: { removed_at: false, paid_at: false, released_at: true },
  paid: { removed_at: false, refunded_at: false, sent_at: false, paid_at: true },
  sent: { removed_at: false, refunded_at: false, sent_at: true },
  refunded: { removed_at: false, refunded_at: true },
  removed: { removed_at: true },
}

/** How many orders are in a state: counted up to so many, as no more than these are read for it. */
export async function countIn(db: Reading, state: OrderState, most: number): Promise<number> {
  let some = db.selectFrom('bookings').select('number').limit(most)
  for (const [moment, hasHappened] of Object.entries(moments[state]))
    some = some.where(moment as Moment, hasHappened ? 'is not' : 'is', null)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** One way in which a search can be meant: the orders with a column that is so, or begins so. */
type Meaning =
  | { column: 'id' | 'item_id'; is: string }
  | { column: 'number'; is: number }
  | { column: 'name_key'; begins: string }
  | { column: 'email'; begins: string }

type Found = Parameters<typeof toOrder>[0]

/** The orders that are looked for, newest first. Each meaning of the search has an index; what they find is put together. */
export async function findOrders(db: Reading, wanted: Wanted, { limit, after }: Page): Promise<Order[]> {
  const last = after === undefined ? undefined : await placeOf(db, after)
  if (after !== undefined && !last) return []
  const meanings = wanted.search ? await meaningsOf(db, wanted.search) : [undefined]
  const pages = await Promise.all(
    meanings.map(meaning => pageOf(db, wanted, meaning, last).limit(limit).execute()),
  )
  const found = new Map<string, Found>(pages.flat().map(row => [row.id, row]))
  return [...found.values()].sort(newestFirst).slice(0, limit).map(toOrder)
}

const newestFirst = (a: Found, b: Found): number => b.created_at - a.created_at || b.number - a.number

type Place = Pick<OrderRow, 'created_at' | 'number'>

const placeOf = (db: Reading, id: string): Promise<Place | undefined> =>
  db.selectFrom('bookings').select(['created_at', 'number']).where('id', '=', id).executeTakeFirst()

const isId = (search: string): boolean => /^[0-9a-f-]{36}$/.test(search)

async function meaningsOf(db: Reading, search: string): Promise<Meaning[]> {
  if (isId(search)) return [{ column: 'id', is: search }]
  const number = numberIn(search)
  if (number !== undefined) return [{ column: 'number', is: number }]
  const name = fold(search)
  if (name === '') return []
  const itemIds = await itemsNamed(db, searchWords(search))
  return [
    { column: 'name_key', begins: name },
    { column: 'email', begins: normalizeEmail(search) },
    ...itemIds.map((is): Meaning => ({ column: 'item_id', is })),
  ]
}

/** Of so many items with such a name, the newest ones, the orders are looked for. */
const mostItems = 50

/** Items whose names have words that begin so, removed ones too. */
async function itemsNamed(db: Reading, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return []
  const engine = searchEngineOf(db)
  const question = words.map(word => engine.term(word, { inName: true })).join(engine.and)
  const { rows } = await sql<{ item_id: string }>`select item_id from item_texts
    where number in (select ${engine.number} from ${engine.matches(question)})
    order by number desc limit ${mostItems}`.execute(db)
  return rows.map(({ item_id }) => item_id)
}

/** Comes after whatever follows a beginning. */
const end = '\u{10ffff}'

type Column = Moment | 'created_at' | 'number'

/**
 * The plus keeps the engines from going through all orders of a day or a state where a beginning is looked for: its own
 * index leads to far fewer, which are then sorted. The index of a user's orders is one of those that are not removed.
 */
const seenBy = (meaning: Meaning | undefined) => (column: Column) =>
  meaning && 'begins' in meaning && !(meaning.column === 'email' && column === 'removed_at')
    ? sql<number>`+${sql.ref(column)}`
    : sql<number>`${sql.ref(column)}`

function pageOf(db: Reading, wanted: Wanted, meaning: Meaning | undefined, last: Place | undefined) {
  const { state, from, until, itemId } = wanted
  const seen = seenBy(meaning)
  const placedAt = seen('created_at')
  let query = db.selectFrom('bookings').select(shown)
  // Whoever names an order by its id means it, removed or not.
  const anyState = meaning?.column === 'id' ? {} : { removed_at: false }
  for (const [moment, hasHappened] of Object.entries(state ? moments[state] : anyState))
    query = query.where(seen(moment as Moment), hasHappened ? 'is not' : 'is', null)
  if (itemId !== undefined) query = query.where('item_id', '=', itemId)
  if (from !== undefined) query = query.where(placedAt, '>=', from)
  if (until !== undefined) query = query.where(placedAt, '<', until)
  if (last) query = query.where(sql<boolean>`(${placedAt}, number) < (${last.created_at}, ${last.number})`)
  if (meaning) query = query.where(eb => meant(eb, meaning))
  return query.orderBy(placedAt, 'desc').orderBy('number', 'desc')
}

function meant({ eb, and, selectFrom }: ExpressionBuilder<Tables, 'bookings'>, meaning: Meaning) {
  switch (meaning.column) {
    case 'email':
      return eb(
        'user_id',
        'in',
        selectFrom('users')
          .select('id')
          .where('email', '>=', meaning.begins)
          .where('email', '<', meaning.begins + end),
      )
    case 'name_key':
      return and([eb('name_key', '>=', meaning.begins), eb('name_key', '<', meaning.begins + end)])
    default:
      return eb(meaning.column, '=', meaning.is)
  }
}
