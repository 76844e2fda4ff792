/** By what somebody can show that it is them: what an account has of each. */
export interface Factors {
  password: boolean
  passkey: boolean
  /** Codes of an app, and recovery codes. */
  code: boolean
}

export type ProofWay = keyof Factors

/** For so long after a proof nobody is asked for another. */
export const freshMs = 10 * 60_000

/**
 * Which callers need a fresh proof for a call: everybody (`always`); those who have a second factor or a passkey, and the
 * admins of a shop that requires one of them (`with_factor`); or those admins alone (`where_required`).
 */
export type FreshProof = 'always' | 'with_factor' | 'where_required'

export interface Standing {
  factors: Factors
  /** An admin, in a shop that requires a second factor of admins. */
  isRequired: boolean
  provedAt: number
  /** When a passkey or a code was shown in this session. */
  strongAt: number | null
}

/**
 * How the caller can give the proof that is missing; undefined when none is missing. Where a session has shown no more
 * than a password and the account has more than that, another password is not enough: whoever has stolen it would else
 * put a factor of their own in the place of the owner's.
 */
export function missingProof(
  when: FreshProof,
  { factors, isRequired, provedAt, strongAt }: Standing,
  now: number,
): ProofWay[] | undefined {
  const hasFactor = factors.code || factors.passkey
  const isWanted = isRequired || when === 'always' || (when === 'with_factor' && hasFactor)
  if (!isWanted) return undefined
  const isWeak = strongAt === null && (factors.code || (isRequired && factors.passkey))
  if (!isWeak && now - provedAt < freshMs) return undefined
  const ways: ProofWay[] = ['passkey', 'code', 'password']
  return ways.filter(way => factors[way] && !(isWeak && way === 'password'))
}
