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
  const [first, ...others] = searchWords(search)
  const named = first === undefined ? sql`` : sql`union ${withName(first, others)}`
  const older = after === undefined ? sql`` : sql`where id < ${after}`
  const { rows } = await sql<{ id: string }>`select id from (
      select id from users where ${begins(sql`email`, composedEmail(search))} and removed_at is null
      ${named}
    ) as found ${older} order by id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

function withName(first: string, others: readonly string[]): RawBuilder<unknown> {
  const also = others.map(
    word => sql`and exists (select 1 from profile_words as other
      where other.user_id = named.user_id and ${begins(sql`other.word`, word)})`,
  )
  return sql`select users.id from profile_words as named join users on users.id = named.user_id
    where ${begins(sql`named.word`, first)} and users.removed_at is null ${sql.join(also, sql` `)}`
}

/** Comes after every other character. */
const last = '\u{10FFFF}'

const begins = (column: RawBuilder<unknown>, text: string): RawBuilder<unknown> =>
  sql`${column} between ${text} and ${text + last}`
