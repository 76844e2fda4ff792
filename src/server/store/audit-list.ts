import type { AuditEntry } from '#contract/audit.ts'
import type { Page } from '#contract/shapes.ts'
import { type Act, acts } from '#domain/audit.ts'
import type { AuditRow, Reading } from '../db/tables.ts'
import { findUserIds } from './user-search.ts'

export interface AuditFilter {
  search: string | undefined
  /** Moments: the first, and the one after the last. */
  from: number | undefined
  until: number | undefined
}

/** So many people are found by a search at most: those who have signed up last. */
const mostPeople = 20

type Found = Pick<AuditRow, 'who' | 'what' | 'address'>

/** Newest first: the whole log, or what was done by whom, what or from where is looked for. */
export async function list(db: Reading, filter: AuditFilter, page: Page): Promise<AuditEntry[]> {
  const range = await rangeOf(db, filter, page.after)
  const found: AuditRow[] = []
  for (const where of await placesOf(db, filter.search?.trim()))
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

/** Times only ever grow along the log, so that a time is a place in it. */
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
  // A row that has gone meanwhile because it was old is followed by nothing.
  const next = after === undefined ? upTo : Math.min(upTo, last?.n ?? 0)
  return { above, below: next }
}

/** The ways to what is looked for, each along an index of its own; one that leads everywhere when nothing is. */
async function placesOf(db: Reading, search: string | undefined): Promise<Partial<Found>[]> {
  if (!search) return [{}]
  const words = search.toLowerCase()
  const sought = (Object.keys(acts) as Act[]).filter(act => acts[act].toLowerCase().includes(words))
  const people = await findUserIds(db, search, { limit: mostPeople, after: undefined })
  return [
    ...sought.map(what => ({ what })),
    ...[...new Set([...people, search])].map(who => ({ who })),
    { address: search },
  ]
}

function newest(db: Reading, { who, what, address }: Partial<Found>, range: Range, limit: number) {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('n', '>', range.above)
    .where('n', '<', range.below)
    .$if(who !== undefined, query => query.where('who', '=', who ?? ''))
    .$if(what !== undefined, query => query.where('what', '=', what ?? 'signed_in'))
    .$if(address !== undefined, query => query.where('address', '=', address ?? ''))
    .orderBy('n', 'desc')
    .limit(limit)
    .execute()
}

/** With the e-mail of whoever still has an account. */
async function named(db: Reading, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const ids = [...new Set(rows.flatMap(({ who }) => who ?? []))]
  const people =
    ids.length === 0
      ? []
      : await db
          .selectFrom('users')
          .select(['id', 'email'])
          .where('id', 'in', ids)
          .where('removed_at', 'is', null)
          .execute()
  const emails = new Map(people.map(({ id, email }) => [id, email]))
  return rows.map(({ id, at, who, address, what, detail, hash }) => ({
    _id: id,
    at: new Date(at).toISOString(),
    who: who === null ? null : (emails.get(who) ?? who),
    address,
    what,
    detail: JSON.parse(detail) as AuditEntry['detail'],
    hash,
  }))
}
