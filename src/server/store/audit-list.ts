import { sql } from 'kysely'
import type { AuditEntry } from '#contract/audit.ts'
import type { Page } from '#contract/shapes.ts'
import { type Act, acts } from '#domain/audit.ts'
import { aboutOf } from '#domain/audit-words.ts'
import { hasLetter, numberIn } from '#domain/order-number.ts'
import { searchWords } from '#domain/search.ts'
import type { AuditRow, Reading } from '../db/schema/tables.ts'
import { namesOf } from './audit-names.ts'
import { searchEngineOf } from './search/engines.ts'
import { findUserIds } from './search/people.ts'

interface AuditFilter {
  search: string | undefined
  /** Epoch milliseconds; `from` is inclusive, `until` is exclusive. */
  from: number | undefined
  until: number | undefined
}

/** The maximum number of people or items that a search matches. Of people, the newest accounts win. */
const most = 20

type Found = Pick<AuditRow, 'who' | 'what' | 'address'> & { subject: string }

/** Newest first: the whole log, or the rows that match a search by actor, subject or IP address. */
export async function list(db: Reading, filter: AuditFilter, page: Page): Promise<AuditEntry[]> {
  const range = await rangeOf(db, filter, page.after)
  const found: AuditRow[] = []
  for (const where of await conditionsOf(db, filter.search?.trim()))
    found.push(...(await newest(db, where, range, page.limit)))
  const rows = [...new Map(found.map(row => [row.n, row])).values()]
    .sort((a, b) => b.n - a.n)
    .slice(0, page.limit)
  return named(db, rows)
}

interface Range {
  above: number
  below: number
}

/** Times never decrease along the log, so a time maps to a position in it. */
async function rangeOf(db: Reading, { from, until }: AuditFilter, after: string | undefined): Promise<Range> {
  const last =
    after === undefined
      ? undefined
      : await db.selectFrom('audit_log').select('n').where('id', '=', after).executeTakeFirst()
  const before = (moment: number) =>
    db
      .selectFrom('audit_log')
      .select('n')
      .where('at', '<', moment)
      .orderBy('at', 'desc')
      .orderBy('n', 'desc')
      .limit(1)
      .executeTakeFirst()
  const above = from === undefined ? 0 : ((await before(from))?.n ?? 0)
  const upTo = until === undefined ? Number.MAX_SAFE_INTEGER : ((await before(until))?.n ?? 0) + 1
  // If retention has deleted the row in the meantime, nothing follows it.
  const next = after === undefined ? upTo : Math.min(upTo, last?.n ?? 0)
  return { above, below: next }
}

/** The conditions of a search, each with its own index. Without a search there is one condition that every row meets. */
async function conditionsOf(db: Reading, search: string | undefined): Promise<Partial<Found>[]> {
  if (!search) return [{}]
  const number = numberIn(search)
  const order = number === undefined ? [] : await orderIds(db, number)
  // A search with the letter prefix means the order and nothing else.
  if (number !== undefined && hasLetter(search)) return order.map(subject => ({ subject }))
  const words = search.toLowerCase()
  const sought = (Object.keys(acts) as Act[]).filter(act => acts[act].toLowerCase().includes(words))
  // Includes removed people: the search may be for the removal itself.
  const people = await findUserIds(db, search, { limit: most, after: undefined }, 'ever')
  const subjects = [...people, ...order, ...(await itemIds(db, search)), search]
  return [
    ...sought.map(what => ({ what })),
    ...[...new Set([...people, search])].map(who => ({ who })),
    ...[...new Set(subjects)].map(subject => ({ subject })),
    { address: search },
  ]
}

async function orderIds(db: Reading, number: number): Promise<string[]> {
  const rows = await db.selectFrom('orders').select('id').where('number', '=', number).execute()
  return rows.map(({ id }) => id)
}

/** Items whose names contain words with these prefixes, including removed items. */
async function itemIds(db: Reading, search: string): Promise<string[]> {
  const engine = searchEngineOf(db)
  const words = searchWords(search)
  if (words.length === 0) return []
  const query = words.map(word => engine.term(word, { inName: true })).join(engine.and)
  const found = sql<{ item_id: string }>`select item_id from ${engine.texts(query)} limit ${most}`
  return (await found.execute(db)).rows.map(({ item_id }) => item_id)
}

function newest(db: Reading, { who, what, address, subject }: Partial<Found>, range: Range, limit: number) {
  const rows = db
    .selectFrom('audit_log')
    .selectAll()
    .where('n', '>', range.above)
    .where('n', '<', range.below)
    .$if(who !== undefined, query => query.where('who', '=', who ?? ''))
    .$if(what !== undefined, query => query.where('what', '=', what ?? 'signed_in'))
    .$if(address !== undefined, query => query.where('address', '=', address ?? ''))
    .orderBy('n', 'desc')
    .limit(limit)
  if (subject === undefined) return rows.execute()
  const about = db
    .selectFrom('audit_subjects')
    .select('n')
    .where('subject', '=', subject)
    .where('n', '>', range.above)
    .where('n', '<', range.below)
    .orderBy('n', 'desc')
    .limit(limit)
  return rows.where('n', 'in', about).execute()
}

async function named(db: Reading, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const names = await namesOf(db, rows)
  return rows.map(({ id, at, who, address, what, detail: written, hash }) => {
    const detail = JSON.parse(written) as AuditEntry['detail']
    return {
      _id: id,
      at: new Date(at).toISOString(),
      who: who === null ? null : names.emailOf(who),
      address,
      what,
      detail,
      about: aboutOf(detail, names.nameOf),
      hash,
    }
  })
}
