import { mkdir, stat } from 'node:fs/promises'
import { sep } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BucketFault } from '../adapters/bucket.ts'
import { claimFolder, DataRefused } from '../db/claim.ts'
import { listBases } from '../follow/bases.ts'
import { erasedFile, gonePicturesFolder, isGeneration, picturesFolder } from '../follow/names.ts'
import type { Target } from '../follow/target.ts'
import { isBucket, targetAt } from '../follow/target-at.ts'
import { wish } from '../follow/wish.ts'
import type { S3Config } from '../providers.ts'
import { Refused } from './archive.ts'

interface Settings {
  dataDir: string
  databaseUrl: string | undefined
  backupTo: string | undefined
  s3: S3Config | undefined
}

type Say = (sentence: string) => void

const patienceMs = 120_000

/** Has the shop follow its changes into a folder or a bucket, now if it runs and otherwise from its next start. */
export async function followTo(settings: Settings, place: string, say: Say): Promise<boolean> {
  refuseOthers(settings, place)
  const target = targetOf(settings, place)
  await prepare(target, settings.dataDir, say)
  const since = Date.now()
  await wish(settings.dataDir, place)
  if (!isRunning(settings.dataDir)) {
    say(`The shop does not run now. From its next start every change goes to ${place}.`)
    return true
  }
  say(`The shop copies everything to ${place} …`)
  for (const end = since + patienceMs; Date.now() < end; await delay(100)) {
    const { bases } = await listBases(target)
    const base = bases.findLast(({ at }) => at >= since)
    if (!base) continue
    say(
      `That is done: ${(base.bytes / 1e6).toFixed(1)} MB. From now on every change is there within a second.`,
    )
    say('It goes on with every start, until npm run backup -- --unfollow.')
    say(`To make a shop of it: npm run restore -- --from ${place}`)
    return true
  }
  say('It is not done yet. What keeps the shop from it stands in its log; it goes on trying.')
  return false
}

export async function unfollow(settings: Settings): Promise<void> {
  if (settings.backupTo)
    throw new Refused(
      'BACKUP_TO says where changes go. Take it out of the settings, and start the shop again.',
    )
  await wish(settings.dataDir, undefined)
}

function refuseOthers({ databaseUrl, backupTo, dataDir }: Settings, place: string): void {
  if (databaseUrl)
    throw new Refused(
      'Only the embedded database is followed. PostgreSQL has standbys and an archive of its own log for that.',
    )
  if (backupTo && backupTo !== place)
    throw new Refused(
      `BACKUP_TO says that changes go to ${backupTo}. Change it there, and start the shop again.`,
    )
  if (isBucket(place)) return
  if (`${place}${sep}`.startsWith(`${dataDir}${sep}`) || `${dataDir}${sep}`.startsWith(`${place}${sep}`))
    throw new Refused(
      `${place} and the data folder ${dataDir} lie in one another. Choose a folder elsewhere.`,
    )
}

const isOurs = (name: string): boolean =>
  isGeneration(name) || [picturesFolder, gonePicturesFolder, erasedFile].includes(name)

function targetOf({ s3 }: Settings, place: string): Target {
  if (isBucket(place) && !s3)
    throw new Refused(
      `For ${place}, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set, for the shop as well.`,
    )
  return targetAt(place, s3)
}

async function prepare(target: Target, dataDir: string, say: Say): Promise<void> {
  const { place } = target
  try {
    if (!isBucket(place)) await mkdir(place, { recursive: true, mode: 0o700 })
    const strange = (await target.list('')).find(name => !isOurs(name) && !name.startsWith('lost+'))
    if (strange)
      throw new Refused(
        `There are other things in ${place} (${strange}). Choose a folder for the backup alone.`,
      )
  } catch (error) {
    if (error instanceof BucketFault) throw new Refused(error.message)
    if (error instanceof Error && 'syscall' in error)
      throw new Refused(`${place} cannot be used: ${error.message}.`)
    throw error
  }
  if (isBucket(place)) return
  if ((await stat(place)).dev === (await stat(dataDir)).dev)
    say(`WARNING: ${place} is on the same disk as the shop, and goes with it.`)
}

function isRunning(dataDir: string): boolean {
  try {
    claimFolder(dataDir).release()
    return false
  } catch (error) {
    if (error instanceof DataRefused) return true
    throw error
  }
}
