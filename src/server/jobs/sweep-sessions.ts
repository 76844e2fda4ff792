import type { Deps } from '../deps.ts'
import { sweep } from './sweep.ts'

/** Forgets sessions, proofs, links in letters, counted attempts and unfinished sign-ins that have run out. */
export async function sweepSessions(deps: Deps): Promise<void> {
  for (const table of ['sessions', 'proofs', 'mailed_links', 'attempts', 'sign_in_flows'] as const)
    await sweep(deps, table, deps.now())
}
