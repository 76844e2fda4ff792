import { type RawBuilder, sql } from 'kysely'

/** Comes after every other character. */
const last = '\u{10ffff}'

/** Texts that begin so, of a column in the order of code points: its index leads to them. */
export const begins = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`(${column} >= ${text} and ${column} < ${text + last})`
