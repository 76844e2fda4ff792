import { type RawBuilder, sql } from 'kysely'

/** Sorts after every other character. */
const last = '\u{10ffff}'

/** Matches a prefix in a column that is sorted by code points, so that its index is used. */
export const begins = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`(${column} >= ${text} and ${column} < ${text + last})`
