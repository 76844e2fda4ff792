import { told } from '../src/server/backup/contents.ts'
import { restoreBackup } from '../src/server/backup/restore.ts'
import { restoreFollowed } from '../src/server/backup/restore-followed.ts'
import { isBucket, sourceAt } from '../src/server/follow/target-at.ts'
import { pathGiven, placeGiven, runCommand, Slip, sayBooks, settingsOfCommand } from './command.ts'

/** npm run restore -- FILE [--replace]: a backup becomes the shop. With --from one that followed it, up to a moment. */
await runCommand('restore', async ({ words: [file], texts: { from, at }, switches: { replace = false } }) => {
  if ((file === undefined) === (from === undefined))
    throw new Slip('One of two: a file, or --from with a folder or a bucket.')
  const restored = from ? await fromFollowed(from, at, replace) : await fromFile(file ?? '', at, replace)
  console.log('Everybody has to sign in again: sessions that were ended since the backup do not come back.')
  if (restored.erasedAgain > 0)
    console.log(
      `Accounts that were erased since the backup, and are erased in it now, too: ${restored.erasedAgain}.`,
    )
  if (restored.mode === 'demo')
    console.log('It is a demo’s: as a live shop it starts only after npm run go-live.')
  return sayBooks(restored.broken)
})

async function fromFile(file: string, at: string | undefined, replace: boolean) {
  if (at !== undefined) throw new Slip('--at goes with --from: a file holds one moment.')
  const restored = await restoreBackup(settingsOfCommand(), pathGiven(file), { replace })
  const { takenAt, tables, pictures } = restored.manifest
  console.log(`Restored the shop of ${takenAt}: ${told(tables)}, ${pictures} picture files.`)
  return restored
}

async function fromFollowed(from: string, at: string | undefined, replace: boolean) {
  const place = placeGiven(from)
  const until = at === undefined ? undefined : momentOf(at)
  const settings = settingsOfCommand()
  if (isBucket(place) && !settings.s3)
    throw new Slip('For a bucket, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set.')
  const restored = await restoreFollowed(settings, sourceAt(place, settings.s3), { replace, until })
  for (const sentence of restored.notes) console.log(sentence)
  console.log(
    `Restored the shop as it was at ${restored.upTo}: ${told(restored.contents)}, ${restored.pictures} picture files.`,
  )
  console.log('What was ordered later is not in it. Charges of that time are found when the shop starts.')
  console.log(`To follow its changes again: npm run backup -- --follow ${place}`)
  return restored
}

function momentOf(at: string): number {
  const moment = Date.parse(at)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(at) || Number.isNaN(moment))
    throw new Slip(`--at takes a moment with its time zone, such as 2026-11-16T20:01:02Z, not '${at}'`)
  // A second that is named without its parts is meant to its end.
  return /:\d\d:\d\d(Z|[+-])/.test(at) ? moment + 999 : moment
}
