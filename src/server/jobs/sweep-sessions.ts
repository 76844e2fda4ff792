import type { Deps } from '../deps.ts'
import { sweep } from './sweep.ts'

/** Forgets sessions, proofs, counted attempts and unfinished sign-ins that have run out. */
export async function sweepSessions(deps: Deps): Promise<void> {
  for (const table of ['sessions', 'proofs', 'attempts', 'sign_in_flows'] as const)
    await sweep(deps, table, deps.now())
}
