import type { Caller } from '#domain/access.ts'
import { customer } from '#domain/order-event.ts'
import { Refusal } from '#domain/refusal.ts'
import { DiskPictures, pictureOf } from '../../adapters/pictures-disk.ts'
import { noteErased } from '../../db/erased-list.ts'
import type { UserRow, Writing } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { checkRate } from '../../limits/rates.ts'
import * as attempts from '../../store/attempts.ts'
import * as audit from '../../store/audit.ts'
import * as erasures from '../../store/erasures.ts'
import * as users from '../../store/users.ts'
import { closeAccount, lastAdmin } from '../users/remove-user.ts'
import { checkUnsent } from './check-unsent.ts'
import { tellProvider } from './tell-provider.ts'

const quarter = 15 * 60_000

/** Who has no password here must have signed in so lately. */
const freshMs = 10 * 60_000

interface Wish {
  password: string | undefined
  /** When whoever asks last proved who they are. */
  provedAt: number
}

/**
 * Closes the caller's account and takes them out of everything. When this is answered nothing of them is left in the
 * shop; what waits for the card provider is finished by jobs. `onLeft` hears why something was left to them.
 */
export async function eraseAccount(
  deps: Deps,
  caller: Caller,
  wish: Wish,
  onLeft: (error: unknown) => void,
): Promise<void> {
  const { db, config, now } = deps
  const user = await users.find(db.read, caller.userId)
  if (!user) throw new Refusal('signed_out', 'This account no longer exists.')
  await checkProof(deps, user, wish)
  await db.write(tx => erase(tx, caller, now()))
  noteErased(config.dataDir, user.id)
  await removePicture(deps, user)
  await closeAccount(deps, user.id, customer).catch(onLeft)
  await tellProvider(deps, user.id).catch(onLeft)
}

async function checkProof(deps: Deps, user: UserRow, { password, provedAt }: Wish): Promise<void> {
  const { db, now, passwords, firebase } = deps
  // Where passwords are kept elsewhere, one that the shop still has counts for nothing.
  if (user.password_hash === null || firebase) {
    if (now() - provedAt > freshMs)
      throw new Refusal(
        'proof_missing',
        'Please sign out and sign in once more, so that we know it is you. Then come back here within ten minutes.',
      )
    return
  }
  const limit = { name: `erase ${user.id}`, most: 10, withinMs: quarter }
  await checkRate(deps, [limit])
  const { matches } = await passwords.verify(password ?? '', user.password_hash)
  if (!matches)
    throw new Refusal('wrong_password', 'This is not your password.', {
      fields: { password: 'This is not your password.' },
    })
  await db.write(tx => attempts.forgive(tx, limit.name))
}

async function erase(tx: Writing, caller: Caller, now: number): Promise<void> {
  // Asked before this user's own row is touched, as where an admin is removed by another.
  const replaceable = await users.hasOtherAdmin(tx, caller.userId)
  const user = await users.find(tx, caller.userId)
  if (!user) throw new Refusal('signed_out', 'This account no longer exists.')
  if (user.admin_since !== null && !replaceable) throw lastAdmin()
  await checkUnsent(tx, user.id)
  await erasures.erase(tx, user.id, now)
  await audit.note(tx, caller, 'account_erased', { user: user.id }, now)
}

/** A picture of theirs that the shop keeps; in all of its sizes. */
async function removePicture({ config }: Deps, { photo_url }: UserRow): Promise<void> {
  if (!photo_url?.startsWith('/images/')) return
  await new DiskPictures(config.dataDir).removePicture(pictureOf(photo_url))
}
