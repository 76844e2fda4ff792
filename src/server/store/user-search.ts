import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#contract/shapes.ts'
import { composedEmail } from '#domain/email.ts'
import { searchWords } from '#domain/search.ts'
import type { Reading } from '../db/tables.ts'

/**
 * The newest of those whose e-mail begins with what was typed, or whose name has its words, each the beginning of one
 * of the name. Both are gathered from ranges of an index first, so that only what is found is read.
 */
export async function findUserIds(db: Reading, search: string, { limit, after }: Page): Promise<string[]> {
  const words = searchWords(search)
  const older = after === undefined ? sql`` : sql`where id < ${after}`
  const { rows } = await sql<{ id: string }>`with by_email as materialized (
      select id from users where removed_at is null and ${begins(sql`email`, composedEmail(search))}
    )
    select id from (
      select id from by_email ${words.length > 0 ? sql`union ${byName(words)}` : sql``}
    ) as found ${older} order by id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

function byName([first = '', ...others]: readonly string[]): RawBuilder<unknown> {
  const also = others.map(
    word => sql`and exists (select 1 from name_words as other
      where other.user_id = name_words.user_id and ${begins(sql`other.word`, word)})`,
  )
  return sql`select users.id from (
      with gathered as materialized (
        select user_id from name_words where ${begins(sql`word`, first)} ${sql.join(also, sql` `)}
      ) select user_id from gathered
    ) as by_name join users on users.id = user_id where removed_at is null`
}

/** Comes after every other character. */
const last = '\u{10FFFF}'

const begins = (column: RawBuilder<unknown>, text: string): RawBuilder<unknown> =>
  sql`${column} between ${text} and ${text + last}`
