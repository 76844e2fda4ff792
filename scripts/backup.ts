import { told } from '../src/server/backup/contents.ts'
import { followTo, unfollow } from '../src/server/backup/start-continuous.ts'
import { takeBackup } from '../src/server/backup/take-backup.ts'
import { pathGiven, placeGiven, runCommand, Slip, settingsOfShop } from './command.ts'

/** npm run shop -- backup FILE: the whole shop in one file, while it runs. With --follow every change goes to a folder or a bucket. */
await runCommand('backup', async ({ words: [file], texts: { follow }, switches }) => {
  if ([file, follow, switches.unfollow].filter(Boolean).length !== 1)
    throw new Slip('One of three: a file, --follow with a folder or a bucket, or --unfollow.')
  if (switches.unfollow) {
    await unfollow(settingsOfShop())
    console.log('Changes are not copied any more. What is there stays, and can be restored.')
    return true
  }
  if (follow) return followTo(settingsOfShop(), placeGiven(follow), console.log)
  const path = pathGiven(file ?? '')
  const { tables, pictures } = await takeBackup(settingsOfShop(), path)
  console.log(`${path} holds ${told(tables)} and ${pictures} picture files.`)
  console.log('Sign-ins and password hashes are in it: keep it as safe as the shop itself.')
  console.log('Settings and the keys of providers are not: they live in the environment or in .env.')
  return true
})
