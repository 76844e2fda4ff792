import { type Caller, hasRole } from '#domain/access.ts'
import { type FreshProof, missingProof } from '#domain/fresh-proof.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../deps.ts'
import * as factors from '../store/factors.ts'
import type { Session } from './find-session.ts'

/** Whether the shop requires a second factor of this caller, as an admin. */
export const isFactorRequired = ({ adminSecondFactor }: Deps['config'], caller: Caller): boolean =>
  adminSecondFactor === 'required' && hasRole(caller)

/** Refuses a call that requires a fresh proof, and lists the methods for it. */
export type CheckProof = (when: FreshProof, session: Session) => Promise<void>

export function proofChecker({ db, config, now, firebase }: Deps): CheckProof {
  return async (when, { caller, provedAt, strongAt }) => {
    const isRequired = isFactorRequired(config, caller)
    if (when === 'where_required' && !isRequired) return
    const proofState = {
      factors: await factors.find(db.read, caller.userId, firebase !== undefined),
      isRequired,
      provedAt,
      strongAt,
    }
    const ways = missingProof(when, proofState, now())
    if (ways) throw new Refusal('fresh_proof_needed', messageFor(ways.length), { facts: { ways } })
  }
}

const messageFor = (ways: number): string =>
  ways > 0 ? 'Confirm that it’s you first.' : 'Confirm that it’s you first: sign out, then sign in again.'
