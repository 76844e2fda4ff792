import { signedOut } from '#domain/access.ts'
import type { Actor } from '#domain/audit.ts'
import { noteErased } from '../../db/erased-list.ts'
import type { UserRow, Writing } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import * as audit from '../../store/audit.ts'
import * as erasures from '../../store/erasures.ts'
import * as users from '../../store/users.ts'
import { removeShown } from '../pictures/remove-shown.ts'
import { lastAdmin } from '../users/remove-user.ts'
import { checkUnsent } from './check-unsent.ts'

export interface Erasure {
  by: Actor
  userId: string
  now: number
  /** Also somebody whom an admin has removed: most about them is still there. */
  evenIfRemoved?: boolean
}

/** Refuses for the last admin, and for whoever waits for what they have paid. False when the user was removed before. */
export async function checkErasable(tx: Writing, userId: string): Promise<boolean> {
  // Asked before this user's own row is touched, as where an admin is removed by another.
  const replaceable = await users.hasOtherAdmin(tx, userId)
  const user = await users.find(tx, userId)
  if (user && user.admin_since !== null && !replaceable) throw lastAdmin()
  await checkUnsent(tx, userId)
  return user !== undefined
}

/** Takes somebody out of every table. */
export async function eraseUser(
  tx: Writing,
  { by, userId, now, evenIfRemoved = false }: Erasure,
): Promise<void> {
  const isThere = await checkErasable(tx, userId)
  if (!isThere && !evenIfRemoved) throw signedOut()
  await erasures.erase(tx, userId, now)
  await audit.note(tx, by, 'account_erased', { user: userId }, now)
}

export type ShopOfFiles = Pick<Deps, 'pictureFiles'> & { config: Pick<Deps['config'], 'dataDir'> }

/** What is not in the database: a restored backup hears of it, and the picture goes. One that stays is shown by nobody, and swept. */
export async function eraseFiles(
  { config, pictureFiles }: ShopOfFiles,
  { id, photo_url }: UserRow,
  onLeft: (error: unknown) => void,
): Promise<void> {
  noteErased(config.dataDir, id)
  await removeShown(pictureFiles, photo_url).catch(onLeft)
}
