import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import * as z from 'zod/mini'
import type { Numbers } from '#domain/numbers.ts'
import { baseFile, baseNote, basesAmong, newBase } from './layout.ts'
import { jsonOf, numbersShape } from './record.ts'
import { contentOf, type Target, writeJson } from './target.ts'

const noteShape = z.strictObject({
  format: z.literal(2),
  /** It is the database as it was after this change, whose hash is `hash`. */
  n: z.int(),
  hash: z.string(),
  at: z.int(),
  numbers: numbersShape,
  bytes: z.int(),
  sha256: z.string(),
})

export interface Base extends z.output<typeof noteShape> {
  /** What its files are called. */
  name: string
}

/** A copy of the database on the shop's own disk, before it goes to the target. */
export interface Copy {
  file: string
  n: number
  at: number
  numbers: Numbers
}

const reserveBytes = 64 * 1024 * 1024

export const copyOf = (databaseFile: string): string => `${databaseFile}.copy`

/**
 * Copies the database as it is at one moment, while the shop goes on. The log is part of the copy, so the copy itself
 * knows after which change it was made.
 */
export async function copyDatabase(databaseFile: string, at: number, numbers: Numbers): Promise<Copy> {
  const file = copyOf(databaseFile)
  await removeCopy(file)
  const [{ size }, { bavail, bsize }] = await Promise.all([stat(databaseFile), statfs(dirname(databaseFile))])
  if (bavail * bsize < size + reserveBytes)
    throw new Error(`there is no room for a copy of the database in ${dirname(databaseFile)}`)
  const source = new DatabaseSync(databaseFile, { readOnly: true, timeout: 5000 })
  try {
    // The read keeps this moment for the whole copy: without it, each commit of the shop would begin the copy anew.
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

/** The note comes last: a copy without one was not finished. */
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

/** All finished copies of a generation, the oldest first, and notes that cannot be read. */
export async function readBases(
  target: Target,
  generation: string,
  names: Iterable<string>,
): Promise<{ bases: Base[]; damaged: string[] }> {
  const bases: Base[] = []
  const damaged: string[] = []
  for (const name of basesAmong(names)) {
    const path = `${generation}/${baseNote(name)}`
    const parsed = noteShape.safeParse(jsonOf((await contentOf(target, path))?.toString() ?? ''))
    if (parsed.success) bases.push({ ...parsed.data, name })
    else damaged.push(path)
  }
  return { bases, damaged }
}
