import type { Deps } from '../deps.ts'
import * as sessions from '../store/sessions.ts'
import * as signInFlows from '../store/sign-in-flows.ts'

/** Forgets sessions, proofs, counted attempts and unfinished sign-ins that have run out. */
export const sweepSessions = ({ db, now }: Deps): Promise<void> =>
  db.write(async tx => {
    await sessions.sweep(tx, now())
    await signInFlows.sweep(tx, now())
  })
