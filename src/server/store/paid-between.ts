import { sql } from 'kysely'
import type { Reading } from '../db/tables.ts'

/** The orders that were paid in this time, asked for with the words of their index, bookings_by_payment. */
export const paidBetween = (db: Reading, from: number, until: number) =>
  db
    .selectFrom('bookings')
    .where('paid_at', '>', sql.lit(0))
    .where('paid_at', '>=', from)
    .where('paid_at', '<', until)
