import { type RawBuilder, sql } from 'kysely'
import { fold } from '#domain/search.ts'
import { isPostgres } from '../../db/engine/connection.ts'
import type { Reading } from '../../db/schema/tables.ts'

/** What a row is found by. Folded once, when it is written. */
export const searchTextOf = (...texts: readonly string[]): string => fold(texts.join(' '))

/** The parts of what was typed. A row is found when its search text contains each of them. */
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

/** As many characters stand together in an index of substrings. */
const trigram = 3

/** Whether an index of substrings leads to such a text: it knows nothing shorter than three characters. */
export const isIndexed = (parts: readonly string[]): boolean =>
  parts.some(part => Array.from(part).length >= trigram)

/** A question for FTS5's trigram tokenizer. It finds a few more than those that contain the parts. */
export function trigramQuestion(parts: readonly string[]): string {
  const pieces = parts.flatMap(part => {
    const characters = Array.from(part)
    return characters.slice(trigram - 1).map((_, at) => characters.slice(at, at + trigram).join(''))
  })
  return [...new Set(pieces)].map(piece => `"${piece.replaceAll('"', '""')}"`).join(' AND ')
}
