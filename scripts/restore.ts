import { told } from '../src/server/backup/contents.ts'
import { restoreBackup } from '../src/server/backup/restore.ts'
import { pathGiven, runCommand, sayBooks } from './command.ts'

/** npm run restore -- FILE [--replace]: a backup becomes the shop. */
const given = process.argv.slice(2)
const files = given.filter(word => word !== '--replace')
const usage = 'npm run restore -- FILE [--replace]'
await runCommand(usage, files.length === 1 && !files[0]?.startsWith('-'), async config => {
  const path = pathGiven(files[0] ?? '')
  const { manifest, broken, mode } = await restoreBackup(config, path, {
    replace: given.includes('--replace'),
  })
  console.log(
    `Restored the shop of ${manifest.takenAt}: ${told(manifest.tables)}, ${manifest.pictures} picture files.`,
  )
  console.log('Everybody has to sign in again: sessions that were ended since the backup do not come back.')
  if (mode === 'demo') console.log('It is a demo’s: as a live shop it starts only after npm run go-live.')
  return sayBooks(broken)
})
