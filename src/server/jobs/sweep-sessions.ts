import type { Deps } from '../deps.ts'
import { sweep } from './sweep.ts'

/** Forgets sessions, proofs, counted attempts, unfinished sign-ins and challenges that have run out. */
export async function sweepSessions(deps: Deps): Promise<void> {
  for (const table of ['sessions', 'proofs', 'attempts', 'sign_in_flows', 'passkey_challenges'] as const)
    await sweep(deps, table, deps.now())
}
