import type { Deps } from '../deps.ts'
import * as sessions from '../store/sessions.ts'

/** Forgets sessions, proofs and counted attempts that have run out. */
export const sweepSessions = ({ db, now }: Deps): Promise<void> => db.write(tx => sessions.sweep(tx, now()))
