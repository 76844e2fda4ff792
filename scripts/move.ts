import { told } from '../src/server/backup/contents.ts'
import { moveToPostgres } from '../src/server/backup/move.ts'
import { runCommand, Slip, sayBooks, settingsOfShop } from './command.ts'

/** npm run move -- postgres://…: the embedded shop, copied into PostgreSQL. */
await runCommand('move', async ({ words: [url = ''] }) => {
  if (!/^postgres(ql)?:\/\/./.test(url)) throw new Slip('The address does not begin with postgres://')
  const { dataDir } = settingsOfShop()
  const { contents, broken } = await moveToPostgres(dataDir, url)
  for (const [table, { rows }] of Object.entries(contents))
    console.log(`  ${table.padEnd(16)} ${rows} rows, equal`)
  console.log(`Copied ${told(contents)}.`)
  const fine = sayBooks(broken)
  console.log(`To switch, set DATABASE_URL to this address and start the shop again.`)
  console.log(
    `Pictures stay in ${dataDir}: keep DATA_DIR as it is. ${dataDir}/shop.db is no longer used then.`,
  )
  return fine
})
