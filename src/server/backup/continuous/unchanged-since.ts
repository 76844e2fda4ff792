import { existsSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { databaseFile } from '../../db/data-dir.ts'
import { writeDurably } from '../../files.ts'

const noteFile = (dataDir: string): string => `${databaseFile(dataDir)}.left`

async function stampOf(dataDir: string): Promise<string> {
  const { size, mtimeNs } = await stat(databaseFile(dataDir), { bigint: true })
  return `${size} ${mtimeNs}\n`
}

/** After the database was closed: the next start sees whether anybody has written to it since. */
export async function noteAsLeft(dataDir: string): Promise<void> {
  await writeDurably(noteFile(dataDir), Buffer.from(await stampOf(dataDir)))
}

/** Before it is opened. False after a crash, or where another program or version, which records no changes, was here. */
export async function isAsLeft(dataDir: string): Promise<boolean> {
  const note = noteFile(dataDir)
  if (!existsSync(note) || !existsSync(databaseFile(dataDir))) return false
  const log = await stat(`${databaseFile(dataDir)}-wal`).catch(() => undefined)
  const isSame = !log?.size && (await readFile(note, 'utf8')) === (await stampOf(dataDir))
  await rm(note)
  return isSame
}
