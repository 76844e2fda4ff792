import { columnsOf } from './rows.ts'
import type { Writing } from './tables.ts'

/** Ends all sessions, and every sign-in under way: everybody signs in again. */
export async function endSignIns(tx: Writing): Promise<void> {
  const present = await columnsOf(tx)
  for (const table of ['sessions', 'proofs', 'sign_in_flows', 'passkey_challenges'] as const)
    if (present.has(table)) await tx.deleteFrom(table).execute()
}
