import type { Deps } from '../deps.ts'
import { sweep } from './sweep.ts'

const tables = [
  'sessions',
  'proofs',
  'mailed_links',
  'attempts',
  'sign_in_flows',
  'passkey_challenges',
] as const

/** Forgets sessions, proofs, links in letters, counted attempts, unfinished sign-ins and challenges that have run out. */
export async function sweepSessions(deps: Deps): Promise<void> {
  for (const table of tables) await sweep(deps, table, deps.now())
}
