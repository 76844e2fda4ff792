import type { HeldLog } from '../db/held-log.ts'
import type { S3Config } from '../providers.ts'
import { type Pictures, picturesIn } from './copy-files.ts'
import { Follower } from './follower.ts'
import type { Target } from './target.ts'
import { targetAt } from './target-at.ts'
import { wishIn } from './wish.ts'

const everyMs = 250
/** How often somebody may have asked for another place. */
const lookEvery = 4

export interface Settings {
  dataDir: string
  /** Where to, if the settings say so; otherwise what the command has asked for counts. */
  backupTo: string | undefined
  backupKeptMs: number
  s3: S3Config | undefined
  /** Pictures that are kept elsewhere are not the backup's. */
  pictures: { host: string }
}

export interface Following {
  /** How much of the last time would be lost with this disk; undefined when nothing is followed. */
  behindSeconds(): number | undefined
  /** After the last order, and before the database is closed. */
  stop(): Promise<void>
}

/** Keeps a backup at hand for as long as the shop runs, where one is wished for, and notices when that changes. */
export function startFollowing(
  settings: Settings,
  log: () => HeldLog,
  warn: (sentence: string) => void,
): Following {
  let following: { place: string; follower: Follower; since: number } | undefined
  let change: Promise<void> | undefined
  let looks = 0
  let refused: string | undefined
  const turnTo = async (place: string | undefined) => {
    const last = following
    following = undefined
    await last?.follower.stop()
    if (place === undefined) return
    const target = targetAt(place, settings.s3)
    following = { place, follower: followerFor(settings, target, log(), warn), since: Date.now() }
  }
  const look = () => {
    const place = settings.backupTo ?? wishIn(settings.dataDir)
    if (place === following?.place || change) return
    change = turnTo(place)
      .catch(error => {
        const sentence = `The backup to ${place} cannot begin: ${error.message}.`
        if (sentence !== refused) warn(sentence)
        refused = sentence
      })
      .finally(() => {
        change = undefined
      })
  }
  const tick = () => {
    if (looks++ % lookEvery === 0) look()
    following?.follower.tick()
  }
  tick()
  const timer = setInterval(tick, everyMs)
  return {
    behindSeconds: () =>
      following && (Date.now() - (following.follower.coveredUntil ?? following.since)) / 1000,
    async stop() {
      clearInterval(timer)
      await change
      await following?.follower.stop()
    },
  }
}

function followerFor(
  { dataDir, pictures, backupKeptMs }: Settings,
  target: Target,
  log: HeldLog,
  warn: (sentence: string) => void,
): Follower {
  const source: Pictures | undefined = pictures.host === 'disk' ? picturesIn(dataDir) : undefined
  return new Follower({ log, dataDir, pictures: source, target, keepMs: backupKeptMs, now: Date.now, warn })
}
