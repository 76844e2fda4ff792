import { tablesOf } from '../db/schema/table-rows.ts'
import type { Writing } from '../db/schema/tables.ts'

/** Ends all sessions, pending sign-ins and emailed links: everyone has to sign in again. */
export async function endSignIns(tx: Writing): Promise<void> {
  const present = new Set((await tablesOf(tx)).map(({ table }) => table))
  // Without the key, pending passkey challenges are invalid. The next challenge creates a new key.
  const tables = [
    'sessions',
    'proofs',
    'mailed_links',
    'sign_in_flows',
    'passkey_challenges',
    'challenge_key',
  ] as const
  for (const table of tables) if (present.has(table)) await tx.deleteFrom(table).execute()
}
