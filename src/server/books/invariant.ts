import type { RawBuilder } from 'kysely'
import type { Reading } from '../db/schema/tables.ts'

/** Something that must hold at every moment. Answers a sentence for each row that breaks it. */
type Invariant = (db: Reading) => Promise<string[]>

/** An invariant by a query that finds what breaks it. */
export const never =
  <Row>(broken: RawBuilder<Row>, sentence: (row: Row) => string): Invariant =>
  async db =>
    (await broken.execute(db)).rows.map(sentence)
