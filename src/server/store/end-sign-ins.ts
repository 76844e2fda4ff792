import { tablesOf } from '../db/schema/table-rows.ts'
import type { Writing } from '../db/schema/tables.ts'

/** Ends all sessions, every sign-in under way and every link in an email: everybody signs in again. */
export async function endSignIns(tx: Writing): Promise<void> {
  const present = new Set((await tablesOf(tx)).map(({ table }) => table))
  // Without its key no challenge that is under way is the shop's any more: the next one makes another.
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
