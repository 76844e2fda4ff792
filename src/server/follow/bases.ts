import { createHash } from 'node:crypto'
import { fstatSync, read } from 'node:fs'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { baseFile, baseIn, baseNote, isGeneration } from './names.ts'
import { contentOf, type Target } from './target.ts'

const noteShape = z.strictObject({
  format: z.literal(1),
  /** It is the database as it was after this change, whose hash is `hash`. */
  seq: z.int(),
  hash: z.string(),
  at: z.int(),
  bytes: z.int(),
  sha256: z.string(),
})

export interface Base extends z.output<typeof noteShape> {
  generation: string
}

const readInto = promisify(read)
const pieceBytes = 1024 * 1024

/** The file up to the length that it has now, and a hash of it that grows as it is read. */
function fileOf(handle: number): { length: number; sha256: () => string; pieces: AsyncIterable<Buffer> } {
  const { size: length } = fstatSync(handle)
  const sum = createHash('sha256')
  async function* pieces() {
    for (let from = 0; from < length; ) {
      const { bytesRead, buffer } = await readInto(handle, {
        buffer: Buffer.alloc(Math.min(pieceBytes, length - from)),
        position: from,
      })
      if (bytesRead === 0) throw new Error('The database file has become shorter')
      const piece = buffer.subarray(0, bytesRead)
      sum.update(piece)
      from += bytesRead
      yield piece
    }
  }
  return { length, sha256: () => sum.digest('hex'), pieces: pieces() }
}

/** Copies a database file that nobody changes meanwhile. `beforeNote` says at the end whether that was so. */
export async function writeBase(
  target: Target,
  handle: number,
  place: Pick<Base, 'generation' | 'seq' | 'hash' | 'at'>,
  beforeNote: () => Promise<boolean>,
): Promise<boolean> {
  const { generation, ...known } = place
  const file = fileOf(handle)
  await target.write(`${generation}/${baseFile(known.seq)}`, file.pieces)
  const note = { format: 1, ...known, bytes: file.length, sha256: file.sha256() }
  if (!(await beforeNote())) return false
  const text = Buffer.from(`${JSON.stringify(note, null, 2)}\n`)
  await target.write(`${generation}/${baseNote(known.seq)}`, [text])
  return true
}

/** All finished bases, the oldest first, and notes of such that cannot be read. */
export async function listBases(target: Target): Promise<{ bases: Base[]; damaged: string[] }> {
  const bases: Base[] = []
  const damaged: string[] = []
  for (const generation of (await target.list('')).filter(isGeneration))
    for (const name of await target.list(generation)) {
      if (baseIn(name) === undefined || !name.endsWith('.json')) continue
      const parsed = noteShape.safeParse(jsonOf(await contentOf(target, `${generation}/${name}`)))
      if (parsed.success) bases.push({ generation, ...parsed.data })
      else damaged.push(`${generation}/${name}`)
    }
  return { bases: bases.sort((a, b) => a.at - b.at), damaged }
}

function jsonOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    return undefined
  }
}
