import { told } from '../src/server/backup/contents.ts'
import { takeBackup } from '../src/server/backup/take.ts'
import { pathGiven, runCommand, settingsOfShop } from './command.ts'

/** npm run backup -- FILE: the whole shop in one file, while it runs. */
await runCommand('backup', async ({ words: [file = ''] }) => {
  const path = pathGiven(file)
  const { tables, pictures } = await takeBackup(settingsOfShop(), path)
  console.log(`${path} holds ${told(tables)} and ${pictures} picture files.`)
  console.log('Sign-ins and password hashes are in it: keep it as safe as the shop itself.')
  console.log('Settings and the keys of providers are not: they live in the environment or in .env.')
  return true
})
