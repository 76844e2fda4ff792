import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#contract/shapes.ts'
import { composedEmail } from '#domain/email.ts'
import { searchWords } from '#domain/search.ts'
import type { Reading } from '../db/tables.ts'
import { begins, isBegunWith } from './beginnings.ts'
import { stepsFrom } from './newest-first.ts'

/** So many are gathered and sorted; from more on the newest people are gone through (docs/decisions/015). */
const usualFew = 5000

/** What is looked for: an e-mail that begins so, or a name of which each of these words begins a word. */
interface Sought {
  email: string
  words: string[]
}

type FoundId = { id: string }

/** The newest of those whose e-mail begins with what was typed, or whose name has its words. */
export async function findUserIds(
  db: Reading,
  search: string,
  page: Page,
  few = usualFew,
): Promise<string[]> {
  const sought = { email: composedEmail(search), words: searchWords(search) }
  const isFew = async (finds: RawBuilder<unknown>) =>
    (await sql`select 1 from ${finds} limit 1 offset ${few}`.execute(db)).rows.length === 0
  if (!(await isFew(sql`users where ${hasEmail(sought.email)}`))) return amongNewest(db, sought, page)
  if (sought.words.length === 0) return gather(db, sought, page)
  for (const word of sought.words)
    if (await isFew(sql`name_words where ${begins(sql`word`, word)}`)) return gather(db, sought, page, word)
  return amongNewest(db, sought, page)
}

const hasEmail = (email: string) => sql`removed_at is null and ${begins(sql`email`, email)}`

const hasWords = (userId: RawBuilder<unknown>, words: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    words.map(
      word => sql`exists (select 1 from name_words as named
        where named.user_id = ${userId} and ${begins(sql`named.word`, word)})`,
    ),
    sql` and `,
  )

/** From the indexes of e-mails and of words; few names have the rare one. */
async function gather(
  db: Reading,
  { email, words }: Sought,
  { limit, after }: Page,
  rare?: string,
): Promise<string[]> {
  const byName =
    rare === undefined
      ? sql``
      : sql`union all select users.id from name_words join users on users.id = user_id
          where removed_at is null and ${begins(sql`word`, rare)} and ${hasWords(sql`name_words.user_id`, words)}`
  const found = sql<FoundId>`select id from users where ${hasEmail(email)} ${byName}`
  const { rows } = await found.execute(db)
  return newest(
    rows.filter(({ id }) => after === undefined || id < after),
    limit,
  )
}

/** Goes through the newest people until a page of those who are looked for is found. */
async function amongNewest(db: Reading, { email, words }: Sought, { limit, after }: Page): Promise<string[]> {
  const byName = words.length === 0 ? sql`` : sql`or (${hasWords(sql`newest.id`, words)})`
  const found: FoundId[] = []
  let last = after
  for (const count of stepsFrom(4 * limit)) {
    const older = last === undefined ? sql`` : sql`and id < ${last}`
    const people = sql`select id, email from users where removed_at is null ${older} order by id desc`
    const { rows } = await sql<FoundId>`select id from (${people} limit ${count}) as newest
      where ${isBegunWith(sql`newest.email`, email)} ${byName}`.execute(db)
    found.push(...rows)
    if (found.length >= limit) break
    const { rows: looked } = await sql<FoundId>`${people} limit 1 offset ${count - 1}`.execute(db)
    last = looked[0]?.id
    if (last === undefined) break
    // A long way is gone in steps, so that others are served in between.
    await setImmediate()
  }
  return newest(found, limit)
}

const newest = (found: readonly FoundId[], limit: number): string[] =>
  [...new Set(found.map(({ id }) => id))].sort().reverse().slice(0, limit)
