import { summaryOf } from '../src/server/backup/contents.ts'
import { moveToPostgres } from '../src/server/backup/move.ts'
import { movePictures } from '../src/server/backup/pictures.ts'
import type { Config } from '../src/server/config.ts'
import { printInvariants, runCommand, settingsOfCommand, settingsOfShop, UsageError } from './command.ts'

/**
 * npm run shop -- move postgres://…: copies the embedded shop to PostgreSQL. With IMAGE_HOST=s3 its pictures are copied
 * to the bucket too, and with --pictures only they are.
 */
await runCommand('move', async ({ words: [url], switches: { pictures } }) => {
  if ((url === undefined) !== (pictures === true))
    throw new UsageError('Choose one: an address, or --pictures.')
  if (pictures) return moveOnlyPictures(settingsOfCommand())
  if (!/^postgres(ql)?:\/\/./.test(url ?? ''))
    throw new UsageError('The address does not begin with postgres://')
  const config = settingsOfShop()
  const { dataDir } = config
  await copyPictures(config)
  const { contents, broken } = await moveToPostgres(dataDir, url ?? '')
  for (const [table, { rows }] of Object.entries(contents))
    console.log(`  ${table.padEnd(16)} ${rows} rows, equal`)
  console.log(`Copied ${summaryOf(contents)}.`)
  const fine = printInvariants(broken)
  console.log(`To switch, set DATABASE_URL to this address and start the shop again.`)
  if (config.pictures.host !== 's3') console.log(`Pictures stay in ${dataDir}: keep DATA_DIR as it is.`)
  console.log(`${dataDir}/shop.db is no longer used then.`)
  return fine
})

async function moveOnlyPictures(config: Config): Promise<boolean> {
  if (config.pictures.host !== 's3')
    throw new UsageError('--pictures copies into a bucket: set IMAGE_HOST=s3 and S3_BUCKET first.')
  await copyPictures(config)
  return true
}

/** Before the database: no row refers to them there yet, and existing pictures are not copied again. */
async function copyPictures(config: Config): Promise<void> {
  const { pictures, dataDir } = config
  if (pictures.host !== 's3') return
  const count = await movePictures(config)
  console.log(`Copied ${count} picture files from ${dataDir} into the bucket ${pictures.bucket}.`)
}
