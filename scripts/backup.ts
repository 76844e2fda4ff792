import { summaryOf } from '../src/server/backup/contents.ts'
import { noteBackup } from '../src/server/backup/note-backup.ts'
import { startContinuous, stopContinuous } from '../src/server/backup/start-continuous.ts'
import { takeBackup } from '../src/server/backup/take-backup.ts'
import { pathFromCaller, runCommand, settingsOfShop, targetFromCaller, UsageError } from './command.ts'

/** npm run shop -- backup FILE: the whole shop in one file, while it runs. --continuous copies every change from now on. */
await runCommand('backup', async ({ words: [file], texts, switches }) => {
  const continuous = texts.continuous ?? texts.follow
  const isStop = switches['stop-continuous'] ?? switches.unfollow
  if ([file, continuous, isStop].filter(Boolean).length !== 1)
    throw new UsageError('Choose one: a file, --continuous with a folder or a bucket, or --stop-continuous.')
  if (isStop) {
    await stopContinuous(settingsOfShop())
    console.log('Changes are no longer copied. The copy stays and can be restored.')
    return true
  }
  if (continuous) return startContinuous(settingsOfShop(), targetFromCaller(continuous), console.log)
  const path = pathFromCaller(file ?? '')
  const { tables, pictures } = await takeBackup(settingsOfShop(), path)
  // The backup is complete. A user of the database who may only read cannot note it.
  await noteBackup(settingsOfShop(), path, Date.now()).catch(() => undefined)
  console.log(`${path} holds ${summaryOf(tables)} and ${pictures} picture files.`)
  console.log('It contains sessions and password hashes: keep it as safe as the shop itself.')
  console.log('It does not contain settings or providers’ keys: they are in the environment or in .env.')
  return true
})
