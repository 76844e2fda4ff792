import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { replaceFile, sync, writeDurably } from '../../files.ts'

/** `npm run shop -- backup --continuous` writes its target here; a running shop notices it, and so does the next start. */
const fileIn = (dataDir: string): string => join(dataDir, 'backup-to.txt')

export const requestedTarget = (dataDir: string): string | undefined =>
  existsSync(fileIn(dataDir)) ? readFileSync(fileIn(dataDir), 'utf8').trim() || undefined : undefined

export async function requestTarget(dataDir: string, place: string | undefined): Promise<void> {
  const file = fileIn(dataDir)
  if (place === undefined) {
    await rm(file, { force: true })
    return sync(dirname(file))
  }
  await writeDurably(`${file}.new`, Buffer.from(`${place}\n`))
  await replaceFile(`${file}.new`, file)
}
