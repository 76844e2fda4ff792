import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#contract/shapes.ts'
import { composedEmail } from '#domain/email.ts'
import { searchWords } from '#domain/search.ts'
import type { Reading } from '../db/tables.ts'

/**
 * The newest of those whose e-mail begins with what was typed, or whose profile has its words, each the beginning of a
 * word of the name. Both are ranges of an index, so that only what is found is read.
 */
export async function findUserIds(db: Reading, search: string, { limit, after }: Page): Promise<string[]> {
  const older = after === undefined ? sql`` : sql`and id < ${after}`
  const newest = sql`removed_at is null ${older} order by id desc limit ${limit}`
  const byEmail = sql`select id from users where ${begins(sql`email`, composedEmail(search))} and ${newest}`
  const byName = named(searchWords(search)).map(
    // SQLite carries out a cross join from left to right: the words lead to the users.
    words => sql`select distinct id from profile_words cross join users
      where id = user_id and ${words} and ${newest}`,
  )
  const ways = [byEmail, ...byName].map(way => sql`select id from (${way}) as way`)
  const { rows } = await sql<{ id: string }>`select id from (${sql.join(ways, sql` union `)}) as found
    order by id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What a row of profile_words and its neighbours must be like; nothing where nothing was typed that is a word. */
function named([first, ...others]: readonly string[]): RawBuilder<unknown>[] {
  if (first === undefined) return []
  const also = others.map(
    word => sql`and exists (select 1 from profile_words as other
      where other.user_id = profile_words.user_id and ${begins(sql`other.word`, word)})`,
  )
  return [sql`${begins(sql`word`, first)} ${sql.join(also, sql` `)}`]
}

/** Comes after every other character. */
const last = '\u{10FFFF}'

const begins = (column: RawBuilder<unknown>, text: string): RawBuilder<unknown> =>
  sql`${column} between ${text} and ${text + last}`
