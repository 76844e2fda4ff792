import { signedOut } from '#domain/access.ts'
import type { Actor } from '#domain/audit.ts'
import type { UserRow, Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import * as audit from '../../store/audit.ts'
import { noteErased } from '../../store/erased-list.ts'
import * as erasures from '../../store/erasures.ts'
import * as users from '../../store/users.ts'
import { removeShown } from '../pictures/remove-picture.ts'
import { lastAdmin } from '../users/remove-user.ts'
import { checkUnsent } from './check-unsent.ts'

interface Erasure {
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
  const elsewhere = pictureElsewhere(await users.pictureOf(tx, userId))
  await erasures.erase(tx, userId, now)
  const left = elsewhere && { pictureLeftAt: elsewhere.host }
  await audit.note(tx, by, 'account_erased', { user: userId, ...left }, now)
}

/**
 * A picture that the shop does not keep itself: of an account at a provider, or uploaded to an image host by a version that
 * kept portraits there.
 */
const pictureElsewhere = (address: string | null | undefined): URL | undefined => {
  const url = URL.parse(address ?? '')
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/** Says where the picture is: whoever runs the shop may be able to delete it there. */
const leftElsewhere = ({ href }: URL): Error =>
  new Error(
    `The shop has forgotten the picture at ${href}, which is kept elsewhere: it cannot be deleted from here. If it was uploaded to your image host, please delete it there.`,
  )

export type ShopOfFiles = Pick<Deps, 'pictureFiles'> & { config: Pick<Deps['config'], 'dataDir'> }

/**
 * What is not in the database: a restored backup hears of it, and the picture goes. One that stays is shown by nobody, and
 * swept; `onLeft` hears of one that is elsewhere.
 */
export async function eraseFiles(
  { config, pictureFiles }: ShopOfFiles,
  { id, photo_url }: UserRow,
  onLeft: (error: unknown) => void,
): Promise<void> {
  noteErased(config.dataDir, id)
  await removeShown(pictureFiles, photo_url).catch(onLeft)
  const elsewhere = pictureElsewhere(photo_url)
  if (elsewhere) onLeft(leftElsewhere(elsewhere))
}
