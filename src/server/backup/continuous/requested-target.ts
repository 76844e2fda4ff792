import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { replaceFile, sync, writeDurably } from '../../files.ts'

/** What `npm run shop -- backup --follow` has asked for, in the data folder: a running shop sees it, and so does the next. */
const fileIn = (dataDir: string): string => join(dataDir, 'backup-to.txt')

export const wantedPlace = (dataDir: string): string | undefined =>
  existsSync(fileIn(dataDir)) ? readFileSync(fileIn(dataDir), 'utf8').trim() || undefined : undefined

export async function wantPlace(dataDir: string, place: string | undefined): Promise<void> {
  const file = fileIn(dataDir)
  if (place === undefined) {
    await rm(file, { force: true })
    return sync(dirname(file))
  }
  await writeDurably(`${file}.new`, Buffer.from(`${place}\n`))
  await replaceFile(`${file}.new`, file)
}
