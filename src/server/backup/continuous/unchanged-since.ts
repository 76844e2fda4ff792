import { existsSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { databaseFile } from '../../db/data-dir.ts'
import { writeDurably } from '../../files.ts'

const noteFile = (dataDir: string): string => `${databaseFile(dataDir)}.left`

async function stampOf(dataDir: string): Promise<string> {
  const { size, mtimeNs } = await stat(databaseFile(dataDir), { bigint: true })
  return `${size} ${mtimeNs}\n`
}

/** Called after the database is closed. The next start then sees whether another program has written to it. */
export async function recordClose(dataDir: string): Promise<void> {
  await writeDurably(noteFile(dataDir), Buffer.from(await stampOf(dataDir)))
}

/** Called before it is opened. False after a crash, or if a program that records no changes has written to it. */
export async function isUnchangedSinceClose(dataDir: string): Promise<boolean> {
  const note = noteFile(dataDir)
  if (!existsSync(note) || !existsSync(databaseFile(dataDir))) return false
  const log = await stat(`${databaseFile(dataDir)}-wal`).catch(() => undefined)
  const isSame = !log?.size && (await readFile(note, 'utf8')) === (await stampOf(dataDir))
  await rm(note)
  return isSame
}
