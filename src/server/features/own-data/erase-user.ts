import { signedOut } from '#domain/access.ts'
import type { Actor } from '#domain/audit.ts'
import type { UserRow, Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import * as audit from '../../store/audit.ts'
import { recordErased } from '../../store/erased-list.ts'
import * as erasures from '../../store/erasures.ts'
import * as users from '../../store/users.ts'
import { removePictureAt } from '../pictures/remove-picture.ts'
import { lastAdmin } from '../users/remove-user.ts'
import { checkUnsent } from './check-unsent.ts'

interface Erasure {
  by: Actor
  userId: string
  now: number
  /** Allows users that an admin has removed: most of their data is still there. */
  evenIfRemoved?: boolean
}

/** Refuses the last admin and users with paid, unsent orders. False if the user was already removed. */
export async function checkErasable(tx: Writing, userId: string): Promise<boolean> {
  // Called before this user's own row is changed, in the same order as when an admin removes another.
  const replaceable = await users.hasOtherAdmin(tx, userId)
  const user = await users.find(tx, userId)
  if (user && user.admin_since !== null && !replaceable) throw lastAdmin()
  await checkUnsent(tx, userId)
  return user !== undefined
}

/** Erases a user from every table. */
export async function eraseUser(
  tx: Writing,
  { by, userId, now, evenIfRemoved = false }: Erasure,
): Promise<void> {
  const isThere = await checkErasable(tx, userId)
  if (!isThere && !evenIfRemoved) throw signedOut()
  const elsewhere = pictureElsewhere(await users.pictureOf(tx, userId))
  await erasures.erase(tx, userId, now)
  const left = elsewhere && { pictureLeftAt: elsewhere.host }
  await audit.note(tx, by, 'account_erased', { user: userId, ...left }, now)
}

/**
 * A picture that is not in the shop's storage: one of a sign-in provider, or one that an earlier version uploaded to an image
 * host.
 */
const pictureElsewhere = (address: string | null | undefined): URL | undefined => {
  const url = URL.parse(address ?? '')
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/** Names the URL, because the shop's operator may be able to delete the picture there. */
const pictureLeftBehind = ({ href }: URL): Error =>
  new Error(
    `The shop no longer uses the picture at ${href}, which is kept elsewhere: it cannot be deleted from here. If it was uploaded to your image host, delete it there.`,
  )

export type FileDeps = Pick<Deps, 'pictureFiles'> & { config: Pick<Deps['config'], 'dataDir'> }

/**
 * Erases what is outside of the database: adds the user to the erased list for restored backups, and deletes the picture. If
 * that fails, jobs/remove-unused-pictures deletes it later. `onLeft` receives the error, or the URL of a picture on another
 * host.
 */
export async function eraseFiles(
  { config, pictureFiles }: FileDeps,
  { id, photo_url }: UserRow,
  onLeft: (error: unknown) => void,
): Promise<void> {
  recordErased(config.dataDir, id)
  await removePictureAt(pictureFiles, photo_url).catch(onLeft)
  const elsewhere = pictureElsewhere(photo_url)
  if (elsewhere) onLeft(pictureLeftBehind(elsewhere))
}
