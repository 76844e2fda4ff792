import { type RawBuilder, sql } from 'kysely'
import { composedEmail } from '#domain/email.ts'
import { hasLetter, numberIn } from '#domain/order-number.ts'
import { fold, searchWords } from '#domain/search.ts'
import type { Reading } from '../db/tables.ts'
import { begins, isBegunWith } from './beginnings.ts'
import { type SearchEngine, searchEngineOf } from './search-engines.ts'

/** One way in which a search for orders can be meant. */
export interface Meaning {
  /** What an index leads to, in no order: the orders, and a row without one for whatever was found but never ordered. */
  finds: RawBuilder<unknown>
  /** Whether that index tells when they were placed. */
  isIndexed: boolean
  /** Whether an order among the `newest` is meant; nobody has to look for one that is named exactly. */
  isMeant?: RawBuilder<boolean>
  /** The items whose orders are meant, where it is about items. */
  items?: RawBuilder<unknown>
  /** Whoever names an order by its id means it, removed or not. */
  isEvenRemoved?: boolean
}

const isId = (search: string): boolean => /^[0-9a-f-]{36}$/.test(search)

/** Everything that somebody who typed this may mean. Removed orders are looked for among themselves. */
export function meaningsOf(db: Reading, search: string, removed: boolean): Meaning[] {
  if (isId(search)) return [{ ...exactly('id', search), isEvenRemoved: true }]
  const number = numberIn(search)
  // Whoever types its letter means the order: a newer one of "Tray No 1301" must not stand in the way of T-1301.
  if (number !== undefined && hasLetter(search)) return [exactly('number', number)]
  const [name, words] = [fold(search), searchWords(search)]
  return [
    ...(number === undefined ? [] : [exactly('number', number)]),
    ...(name === '' ? [] : [byName(name), byEmail(composedEmail(search), removed)]),
    ...(words.length === 0 ? [] : [byItem(searchEngineOf(db), words)]),
  ]
}

const exactly = (column: 'id' | 'number', value: string | number): Meaning => ({
  finds: sql`bookings where ${sql.ref(column)} = ${value}`,
  isIndexed: false,
})

const byName = (name: string): Meaning => ({
  finds: sql`bookings where ${begins(sql`name_key`, name)}`,
  isIndexed: true,
  isMeant: isBegunWith(sql`newest.name_key`, name),
})

/** By way of the users: orders have no index of e-mails. There is one index of a user's orders, and one of the removed ones. */
const byEmail = (email: string, removed: boolean): Meaning => ({
  finds: sql`users left join bookings
    on bookings.user_id = users.id and bookings.removed_at is ${removed ? sql`not null` : sql`null`}
    where ${begins(sql`users.email`, email)}`,
  isIndexed: false,
  isMeant: isBegunWith(sql`newest.email`, email),
})

/** Items whose names have words that begin so, removed ones too. */
function byItem(engine: SearchEngine, words: readonly string[]): Meaning {
  const question = words.map(word => engine.term(word, { inName: true })).join(engine.and)
  const items = sql`(select item_id from ${engine.texts(question)}) as named`
  return {
    finds: sql`${items} left join bookings on bookings.item_id = named.item_id`,
    isIndexed: true,
    isMeant: sql`(select ${engine.has(question)} from item_texts where item_texts.item_id = newest.item_id)`,
    items,
  }
}
