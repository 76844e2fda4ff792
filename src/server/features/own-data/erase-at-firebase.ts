import { Refusal } from '#domain/refusal.ts'
import type { FirebaseAccounts } from '../../adapters/firebase-accounts.ts'
import type { UserRow } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { isDemoAccount } from '../../store/demo-ids.ts'
import * as factors from '../../store/factors.ts'
import * as linkedAccounts from '../../store/linked-accounts.ts'
import { signInAgain } from '../identity/firebase.ts'
import { checkErasable } from './erase-user.ts'

/** Whether the user's password is at Firebase. The demo's own accounts are only in the shop. */
export const isAtFirebase = async ({ db }: Deps, { id }: UserRow): Promise<boolean> =>
  !isDemoAccount(id) && (await factors.find(db.read, id, true)).password

/**
 * Deletes the account at Firebase of a user who is about to be erased here. This needs the password, so it cannot be done
 * later. The caller first checks that the user can be erased here.
 */
export async function eraseAtFirebase(
  { db }: Deps,
  firebase: FirebaseAccounts,
  user: UserRow,
  password: string | undefined,
): Promise<void> {
  const known = password ? await signInAgain(firebase, user.email, password) : undefined
  const owner = known && (await linkedAccounts.findUser(db.read, 'firebase', known.person.subject))
  if (!known || owner?.id !== user.id) throw wrongPassword()
  await db.write(tx => checkErasable(tx, user.id))
  await firebase.remove(known.idToken)
}

const wrongPassword = () => {
  const sentence = 'Enter your password. We need it to delete your account at our sign-in provider, too.'
  return new Refusal('wrong_password', sentence, { fields: { password: sentence } })
}
