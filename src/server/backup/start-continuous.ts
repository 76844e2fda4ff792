import { sep } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BucketFault } from '../adapters/bucket.ts'
import { claimFolder, DataRefused } from '../db/data-dir.ts'
import { withSnapshot } from '../db/engine/snapshot.ts'
import type { S3Config } from '../settings/providers.ts'
import * as changeLog from '../store/change-log.ts'
import * as shopIdentity from '../store/shop-identity.ts'
import { Refused } from './archive.ts'
import { isBucket, targetAt } from './continuous/open-target.ts'
import { checkTarget, isOnDiskOf, TargetRefused } from './continuous/ownership.ts'
import { requestTarget } from './continuous/requested-target.ts'
import type { Target } from './continuous/target.ts'

interface Settings {
  dataDir: string
  databaseUrl: string | undefined
  backupTo: string | undefined
  s3: S3Config | undefined
}

const timeoutMs = 120_000

/** Makes the shop copy its changes to a folder or a bucket, now if it runs, otherwise from its next start. */
export async function startContinuous(
  settings: Settings,
  place: string,
  say: (sentence: string) => void,
): Promise<boolean> {
  refuseConflicts(settings, place)
  const target = targetOf(settings, place)
  const shopId = await withSnapshot(settings, db => shopIdentity.find(db))
  await checked(target, shopId ?? '')
  if (await isOnDiskOf(place, settings.dataDir))
    say(`WARNING: ${place} is on the same disk as the shop. If that disk fails, both are lost.`)
  await requestTarget(settings.dataDir, place)
  if (!isRunning(settings.dataDir)) {
    say(`The shop is not running. From its next start it copies every change to ${place}.`)
    return true
  }
  say(`The shop copies everything to ${place} …`)
  for (const end = performance.now() + timeoutMs; performance.now() < end; await delay(100)) {
    const row = await withSnapshot(settings, db => changeLog.findTarget(db, place))
    if (!row?.covered_at) continue
    say('Done. From now on every change is copied within a second.')
    say('It continues after every start, until npm run shop -- backup --stop-continuous.')
    say(`To restore it: npm run shop -- restore --from ${place}`)
    return true
  }
  say('Not done yet. The shop keeps trying; its log says what is wrong.')
  return false
}

export async function stopContinuous(settings: Settings): Promise<void> {
  if (settings.backupTo)
    throw new Refused(
      'BACKUP_TO sets the continuous backup. Remove it from the settings and start the shop again.',
    )
  await requestTarget(settings.dataDir, undefined)
}

function refuseConflicts({ databaseUrl, backupTo, dataDir }: Settings, place: string): void {
  if (databaseUrl)
    throw new Refused(
      'Only the embedded database has a continuous backup. PostgreSQL has standbys and an archive of its own log for that.',
    )
  if (backupTo && backupTo !== place)
    throw new Refused(
      `BACKUP_TO says that changes go to ${backupTo}. Change it there, and start the shop again.`,
    )
  if (isBucket(place)) return
  if (`${place}${sep}`.startsWith(`${dataDir}${sep}`) || `${dataDir}${sep}`.startsWith(`${place}${sep}`))
    throw new Refused(
      `One of ${place} and the data folder ${dataDir} is inside the other. Choose a folder elsewhere.`,
    )
}

function targetOf({ s3 }: Settings, place: string): Target {
  if (isBucket(place) && !s3)
    throw new Refused(
      `For ${place}, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set, for the shop as well.`,
    )
  return targetAt(place, s3)
}

async function checked(target: Target, shopId: string): Promise<void> {
  try {
    await checkTarget(target, shopId)
  } catch (error) {
    if (error instanceof BucketFault) throw new Refused(error.message)
    if (error instanceof TargetRefused) throw new Refused(sentenceOf(error.message))
    if (error instanceof Error && 'syscall' in error)
      throw new Refused(`${target.location} cannot be used: ${error.message}.`)
    throw error
  }
}

const sentenceOf = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

function isRunning(dataDir: string): boolean {
  try {
    claimFolder(dataDir).release()
    return false
  } catch (error) {
    if (error instanceof DataRefused) return true
    throw error
  }
}
