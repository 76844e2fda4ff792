import type { RawBuilder } from 'kysely'
import type { Reading } from '../db/schema/tables.ts'

/** A rule that must always hold. Returns a sentence for each row that breaks it. */
type Invariant = (db: Reading) => Promise<string[]>

/** An invariant defined by a query for the rows that break it. */
export const never =
  <Row>(broken: RawBuilder<Row>, sentence: (row: Row) => string): Invariant =>
  async db =>
    (await broken.execute(db)).rows.map(sentence)
