import { stat } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { BackupTargetRow } from '../../db/schema/tables.ts'
import { isFromVersionOne, isOurs, shopFile } from './layout.ts'
import { isBucket } from './open-target.ts'
import { jsonOf } from './record.ts'
import { contentOf, isMissing, type Target, writeJson } from './target.ts'

const noteShape = z.strictObject({ format: z.literal(2), shop: z.string() })

/** The place cannot be used for this backup, and why. */
export class PlaceRefused extends Error {}

/** Fails where the place is missing, or holds something else than the backup of this shop. Answers whether it is new. */
export async function checkPlace(target: Target, shopId: string): Promise<'ours' | 'new'> {
  const names = await target.list('').catch(error => {
    if (isMissing(error))
      throw new PlaceRefused(`there is no folder ${target.place}; make it, or mount the disk that it is on`)
    throw error
  })
  const strange = names.find(name => !isOurs(name))
  if (strange !== undefined)
    throw new PlaceRefused(
      `there are other things in ${target.place} (${strange}); choose a place for the backup alone`,
    )
  if (!names.includes(shopFile)) return 'new'
  const text = (await contentOf(target, shopFile))?.toString() ?? ''
  const note = noteShape.safeParse(jsonOf(text))
  if (!note.success)
    throw new PlaceRefused(`${shopFile} in ${target.place} cannot be read; a later version may have made it`)
  if (note.data.shop !== shopId)
    throw new PlaceRefused(`${target.place} holds the backup of another shop; choose another place`)
  return 'ours'
}

interface Adoption {
  shopId: string
  dataDir: string
  row: BackupTargetRow
  warn(sentence: string): void
}

/** Makes a new place this shop's own. Answers whether it is on the shop's own disk. */
export async function adopt(target: Target, { shopId, dataDir, row, warn }: Adoption): Promise<boolean> {
  const kind = await checkPlace(target, shopId)
  const onOwnDisk = await isOnDiskOf(target.place, dataDir)
  if (kind === 'ours') return onOwnDisk
  // An empty folder on the shop's own disk, where another disk used to be: that one is not mounted.
  if (onOwnDisk && row.on_own_disk === 0)
    throw new PlaceRefused(
      `${target.place} is empty, and on another disk than before: the disk that belongs there is not mounted`,
    )
  if ((await target.list('')).some(isFromVersionOne))
    warn(
      `${target.place} holds a backup that version 1.0 has made. It stays as it is, and only version 1.0 can restore it; remove it when it is no longer needed.`,
    )
  await writeJson(target, shopFile, { format: 2, shop: shopId })
  return onOwnDisk
}

/** Whether a backup there would go together with the shop. */
export async function isOnDiskOf(place: string, dataDir: string): Promise<boolean> {
  return !isBucket(place) && (await stat(place)).dev === (await stat(dataDir)).dev
}
