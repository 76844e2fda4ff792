import { stat } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { BackupTargetRow } from '../../db/schema/tables.ts'
import { isBackupFileName, isFromVersionOne, shopFile } from './layout.ts'
import { isBucket } from './open-target.ts'
import { isMissing, readJson, type Target, writeJson } from './target.ts'

const ownerFileShape = z.strictObject({ format: z.literal(2), shop: z.string() })

/** Says why the target cannot be used for this backup. */
export class TargetRefused extends Error {}

/** Fails if the target is missing, or contains anything but the backup of this shop. */
export async function checkTarget(target: Target, shopId: string): Promise<'ours' | 'new'> {
  const names = await target.list('').catch(error => {
    if (isMissing(error))
      throw new TargetRefused(
        `there is no folder ${target.location}; make it, or mount the disk that it is on`,
      )
    throw error
  })
  const unknownName = names.find(name => !isBackupFileName(name))
  if (unknownName !== undefined)
    throw new TargetRefused(
      `there are other files in ${target.location} (${unknownName}); choose a place that is used only for the backup`,
    )
  if (!names.includes(shopFile)) return 'new'
  const note = await readJson(target, shopFile, ownerFileShape)
  if (!note)
    throw new TargetRefused(
      `${shopFile} in ${target.location} cannot be read; a later version may have made it`,
    )
  if (note.shop !== shopId)
    throw new TargetRefused(`${target.location} holds the backup of another shop; choose another place`)
  return 'ours'
}

interface AdoptOptions {
  shopId: string
  dataDir: string
  row: BackupTargetRow
  warn(sentence: string): void
}

/** Claims a new target for this shop. Returns whether it is on the shop's own disk. */
export async function adopt(target: Target, { shopId, dataDir, row, warn }: AdoptOptions): Promise<boolean> {
  const kind = await checkTarget(target, shopId)
  const onOwnDisk = await isOnDiskOf(target.location, dataDir)
  if (kind === 'ours') return onOwnDisk
  // An empty folder where another disk was mounted before.
  if (onOwnDisk && row.on_own_disk === 0)
    throw new TargetRefused(
      `${target.location} is empty and on a different disk than before; the disk that belongs there is not mounted`,
    )
  if ((await target.list('')).some(isFromVersionOne))
    warn(
      `${target.location} holds a backup of version 1.0. It is left unchanged, and only version 1.0 can restore it; remove it when you no longer need it.`,
    )
  await writeJson(target, shopFile, { format: 2, shop: shopId })
  return onOwnDisk
}

/** Whether a backup there would be lost together with the shop. */
export async function isOnDiskOf(location: string, dataDir: string): Promise<boolean> {
  return !isBucket(location) && (await stat(location)).dev === (await stat(dataDir)).dev
}
