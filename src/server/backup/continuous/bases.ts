import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import * as z from 'zod/mini'
import type { Numbers } from '#domain/numbers.ts'
import { baseFile, baseNote, basesAmong, newBase } from './layout.ts'
import { numbersShape } from './record.ts'
import { readJson, type Target, writeJson } from './target.ts'

const noteShape = z.strictObject({
  format: z.literal(2),
  /** The copy is the database after this change; `hash` is the hash of that change. */
  n: z.int(),
  hash: z.string(),
  at: z.int(),
  numbers: numbersShape,
  bytes: z.int(),
  sha256: z.string(),
})

export interface Base extends z.output<typeof noteShape> {
  /** The name of its files. */
  name: string
}

/** A copy of the database on the shop's own disk, before the upload. */
export interface Copy {
  file: string
  n: number
  at: number
  numbers: Numbers
}

const reserveBytes = 64 * 1024 * 1024

export const copyOf = (databaseFile: string): string => `${databaseFile}.copy`

/** Copies the database from one snapshot while the shop runs. The copy contains the log, and so its last change. */
export async function copyDatabase(databaseFile: string, at: number, numbers: Numbers): Promise<Copy> {
  const file = copyOf(databaseFile)
  await removeCopy(file)
  const [{ size }, { bavail, bsize }] = await Promise.all([stat(databaseFile), statfs(dirname(databaseFile))])
  if (bavail * bsize < size + reserveBytes)
    throw new Error(`there is no room for a copy of the database in ${dirname(databaseFile)}`)
  const source = new DatabaseSync(databaseFile, { readOnly: true, timeout: 5000 })
  try {
    // One read transaction for the whole copy: without it, each commit of the shop restarts the copy.
    source.exec('BEGIN')
    const n = Number(source.prepare('select max(n) as n from change_log').get()?.n ?? 0)
    await backup(source, file, { rate: 500 })
    return { file, n, at, numbers }
  } finally {
    source.close()
  }
}

export async function removeCopy(file: string): Promise<void> {
  for (const ending of ['', '-wal', '-shm', '-journal']) await rm(file + ending, { force: true })
}

/** The note comes last: a copy without a note is unfinished. */
export async function writeBase(
  target: Target,
  generation: string,
  { file, n, at, numbers }: Copy,
  { hash, mayCount }: { hash: string; mayCount(): Promise<void> },
): Promise<Base> {
  const sum = createHash('sha256')
  let bytes = 0
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
      sum.update(piece)
      bytes += piece.length
      yield piece
    }
  }
  const name = newBase(n)
  await target.write(`${generation}/${baseFile(name)}`, pieces())
  await mayCount()
  const note = { format: 2 as const, n, hash, at, numbers, bytes, sha256: sum.digest('hex') }
  await writeJson(target, `${generation}/${baseNote(name)}`, note)
  return { ...note, name }
}

/** All finished copies of a generation, the oldest first, and the notes that cannot be read. */
export async function readBases(
  target: Target,
  generation: string,
  names: Iterable<string>,
): Promise<{ bases: Base[]; damaged: string[] }> {
  const bases: Base[] = []
  const damaged: string[] = []
  for (const name of basesAmong(names)) {
    const path = `${generation}/${baseNote(name)}`
    const note = await readJson(target, path, noteShape)
    if (note) bases.push({ ...note, name })
    else damaged.push(path)
  }
  return { bases, damaged }
}
