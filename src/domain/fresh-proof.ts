/** Which sign-in methods an account has set up. */
export interface Factors {
  password: boolean
  passkey: boolean
  /** Authenticator codes or recovery codes. */
  code: boolean
}

export type ProofMethod = keyof Factors

/** How long a proof counts as fresh. */
export const freshMs = 10 * 60_000

/**
 * Who needs a fresh proof for a call. `always`: everyone. `with_factor`: users with a second factor or a passkey, and
 * admins of a shop that requires one. `where_required`: only those admins.
 */
export type FreshProof = 'always' | 'with_factor' | 'where_required'

export interface ProofState {
  factors: Factors
  /** True for an admin of a shop that requires a second factor of admins. */
  isRequired: boolean
  provedAt: number
  /** When this session last used a passkey or a code. */
  strongAt: number | null
}

/**
 * The methods with which the caller can provide the missing proof; undefined if none is missing. If the session used only
 * a password and the account has a second factor, the password does not count: a thief who knows it could otherwise
 * replace the owner's factor with their own.
 */
export function missingProof(
  when: FreshProof,
  { factors, isRequired, provedAt, strongAt }: ProofState,
  now: number,
): ProofMethod[] | undefined {
  const hasFactor = factors.code || factors.passkey
  const isNeeded = isRequired || when === 'always' || (when === 'with_factor' && hasFactor)
  if (!isNeeded) return undefined
  const isWeak = strongAt === null && (factors.code || (isRequired && factors.passkey))
  if (!isWeak && now - provedAt < freshMs) return undefined
  const methods: ProofMethod[] = ['passkey', 'code', 'password']
  return methods.filter(method => factors[method] && !(isWeak && method === 'password'))
}
