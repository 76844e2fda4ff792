import { type RawBuilder, sql } from 'kysely'
import { fold } from '#domain/search.ts'
import { isPostgres } from '../../db/engine/connection.ts'
import type { Reading } from '../../db/schema/tables.ts'

/** The search text of a row, case-folded once when it is written. */
export const searchTextOf = (...texts: readonly string[]): string => fold(texts.join(' '))

/** Splits a search into parts. A row matches if its search text contains all of them. */
export const partsOf = (search: string): string[] => fold(search).split(/\s+/).filter(Boolean)

/** Whether a search text contains all parts. */
export const containsAll = (
  db: Reading,
  text: RawBuilder<unknown>,
  parts: readonly string[],
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    parts.map(part =>
      isPostgres(db) ? sql`${text} like ${patternOf(part)}` : sql`instr(${text}, ${part}) > 0`,
    ),
    sql` and `,
  )})`

const patternOf = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`

/** The length of an entry in the substring index. */
const trigram = 3

/** Whether the substring index can find these parts: it needs at least three characters. */
export const isIndexed = (parts: readonly string[]): boolean =>
  parts.some(part => Array.from(part).length >= trigram)

/** A query for FTS5's trigram tokenizer. It can return a few extra rows that do not contain the parts. */
export function trigramQuery(parts: readonly string[]): string {
  const pieces = parts.flatMap(part => {
    const characters = Array.from(part)
    return characters.slice(trigram - 1).map((_, at) => characters.slice(at, at + trigram).join(''))
  })
  return [...new Set(pieces)].map(piece => `"${piece.replaceAll('"', '""')}"`).join(' AND ')
}
