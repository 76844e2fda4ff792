import { sql } from 'kysely'
import type { Reading } from '../db/tables.ts'

/** The number of the newest order; null before the first one. */
export async function highestNumber(db: Reading): Promise<number | null> {
  const { rows } = await sql<{ number: number | null }>`select max(number) as number from bookings`.execute(
    db,
  )
  return rows[0]?.number ?? null
}
