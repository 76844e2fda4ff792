import { sameEmail } from './email.ts'
import { Refusal } from './refusal.ts'

/**
 * Who may make a call. `owner` calls name an order; the store looks it up by id and owner, so another user's
 * order is not found. With `owner_or_admin` an admin finds every order.
 */
export type Who =
  | 'anyone'
  | 'proven'
  | 'user'
  | 'owner'
  | 'owner_or_admin'
  | 'self'
  | 'self_or_admin'
  | 'admin'

export interface Caller {
  userId: string
  email: string
  /** Has admin rights now. */
  admin: boolean
  /** The caller's IP address. */
  address: string
  /** Has the admin role, but no rights until they use a second factor and confirm their email, as this shop requires. */
  adminWaits?: boolean
}

/** Whether the caller has the admin role, even if its rights are not active yet. */
export const hasRole = ({ admin, adminWaits }: Caller): boolean => admin || adminWaits === true

/** A `proven` call carries either a session or the proof of a fresh sign-in. */
const needsSession = (who: Who): boolean => who !== 'anyone' && who !== 'proven'

export const signedOut = () => new Refusal('signed_out', 'Sign in first.')

/** For a caller whose account was removed after the request came. */
export const accountGone = () => new Refusal('signed_out', 'This account no longer exists.')

/** Checks the caller's role only; `checkSubject` checks which user the call is about. */
export function checkAccess(who: Who, caller: Caller | undefined): void {
  if (!needsSession(who)) return
  if (!caller) throw signedOut()
  if (who !== 'admin' || caller.admin) return
  if (caller.adminWaits)
    throw new Refusal(
      'second_factor_needed',
      'Admins of this shop need a second factor and a confirmed email. My Profile shows what is missing.',
    )
  throw new Refusal('forbidden', 'Only an admin can do this.')
}

/** Refuses a call about another user, unless the caller is an admin and the call allows that. */
export function checkSubject(who: Who, caller: Caller | undefined, email: string): void {
  if (!needsSession(who)) return
  if (caller?.admin && (who === 'admin' || who === 'self_or_admin' || who === 'owner_or_admin')) return
  if (!caller || !sameEmail(email, caller.email))
    throw new Refusal('forbidden', 'You can only do this for yourself.')
}
