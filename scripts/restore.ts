import { told } from '../src/server/backup/contents.ts'
import { restoreBackup } from '../src/server/backup/restore.ts'
import { readConfig } from '../src/server/config.ts'
import { pathGiven, runCommand, sayBooks } from './command.ts'

/** npm run restore -- FILE [--replace]: a backup becomes the shop. */
await runCommand('restore', async ({ words: [file = ''], switches }) => {
  const { manifest, broken, mode, erasedAgain } = await restoreBackup(
    readConfig(process.env),
    pathGiven(file),
    {
      replace: switches.replace ?? false,
    },
  )
  console.log(
    `Restored the shop of ${manifest.takenAt}: ${told(manifest.tables)}, ${manifest.pictures} picture files.`,
  )
  console.log('Everybody has to sign in again: sessions that were ended since the backup do not come back.')
  if (erasedAgain > 0)
    console.log(`Accounts that were erased since the backup, and are erased in it now, too: ${erasedAgain}.`)
  if (mode === 'demo') console.log('It is a demo’s: as a live shop it starts only after npm run go-live.')
  return sayBooks(broken)
})
