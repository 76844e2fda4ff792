import { sameEmail } from './email.ts'
import { Refusal } from './refusal.ts'

/**
 * Who may make a call. `owner` calls name an order; the store looks it up together with its owner, so that
 * somebody else's order is simply not found; with `owner_or_admin` an admin finds every order.
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
  /** May do what admins may. */
  admin: boolean
  /** Where the call comes from. */
  address: string
  /** Has the role, which counts once a second factor was shown and the e-mail proved: the shop requires it of admins. */
  adminWaits?: boolean
}

/** Whether somebody is an admin, though the role may not count yet. */
export const hasRole = ({ admin, adminWaits }: Caller): boolean => admin || adminWaits === true

/** Calls that carry a session. `proven` carries the proof of a fresh sign-in instead, or a session. */
const needsSession = (who: Who): boolean => who !== 'anyone' && who !== 'proven'

export const signedOut = () => new Refusal('signed_out', 'Please sign in first.')

/** Refuses a caller who may not make this call, whoever it is about. */
export function checkAccess(who: Who, caller: Caller | undefined): void {
  if (!needsSession(who)) return
  if (!caller) throw signedOut()
  if (who !== 'admin' || caller.admin) return
  if (caller.adminWaits)
    throw new Refusal(
      'second_factor_needed',
      'Admins of this shop need a second factor and a confirmed e-mail. My Profile says what is missing.',
    )
  throw new Refusal('forbidden', 'Only an admin may do this.')
}

/** Refuses a call about somebody else, unless admins may make it for everybody and the caller is one. */
export function checkSubject(who: Who, caller: Caller | undefined, email: string): void {
  if (!needsSession(who)) return
  if (caller?.admin && (who === 'admin' || who === 'self_or_admin' || who === 'owner_or_admin')) return
  if (!caller || !sameEmail(email, caller.email))
    throw new Refusal('forbidden', 'You may do this only for yourself.')
}
