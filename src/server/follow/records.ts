import { createHash, hash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, deflateRaw, inflateRawSync } from 'node:zlib'
import * as z from 'zod/mini'
import type { Taken } from '../db/held-log.ts'

const headShape = z.strictObject({
  seq: z.int(),
  /** All that was committed before this moment (epoch milliseconds) is in this change or an earlier one. */
  at: z.int(),
  /** The database after it, in bytes and pages. Both are 0 for a sign of life, which changes nothing. */
  pageBytes: z.int(),
  fileLength: z.int(),
  /** Of the pages that follow, packed. */
  bytes: z.int(),
  /** The hash of the change before: none can be missing, stand elsewhere or come from another row. */
  before: z.string(),
  hash: z.string(),
})

export type RecordHead = z.output<typeof headShape>

/** One change of a followed backup: the pages that all commits of a moment have left. */
export interface ChangeRecord extends RecordHead {
  packed: Buffer
}

/** What the first change of a generation has before it. */
export const firstHash = (generation: string): string => hash('sha256', generation)

const pack = promisify(deflateRaw)
const mark = 'change '

export interface PackedRecord {
  head: RecordHead
  bytes: Buffer
}

export async function packRecord(
  { pages, pageBytes, fileLength }: Taken,
  place: Pick<RecordHead, 'seq' | 'at' | 'before'>,
): Promise<PackedRecord> {
  const parts: Buffer[] = []
  for (const [number, page] of pages) {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(number)
    parts.push(head, page)
  }
  const packed = pages.size === 0 ? Buffer.alloc(0) : await pack(Buffer.concat(parts), fast)
  const open = { ...place, pageBytes, fileLength, bytes: packed.length }
  const head = { ...open, hash: hashOf(open, packed) }
  const line = Buffer.from(`${mark}${JSON.stringify(head)}\n`)
  return { head, bytes: Buffer.concat([line, packed, Buffer.from('\n')]) }
}

const fast = { level: constants.Z_BEST_SPEED }

function hashOf({ seq, at, pageBytes, fileLength, bytes, before }: Omit<RecordHead, 'hash'>, packed: Buffer) {
  const line = JSON.stringify([seq, at, pageBytes, fileLength, bytes, before])
  return createHash('sha256').update(line).update('\n').update(packed).digest('hex')
}

/** Where a file of changes cannot be read on. */
export interface Broken {
  at: number
  /** Nothing follows: the write was cut off, and nobody was told that it had worked. */
  isCutOff: boolean
}

/** All changes in a file, up to its end or to where it is broken. */
export function* recordsIn(bytes: Buffer): Generator<ChangeRecord, Broken | undefined> {
  let at = 0
  while (at < bytes.length) {
    const found = recordAt(bytes, at)
    if (!found) return { at, isCutOff: bytes.indexOf(`\n${mark}{"seq":`, at) < 0 }
    yield found.record
    at = found.end
  }
  return undefined
}

function recordAt(bytes: Buffer, at: number): { record: ChangeRecord; end: number } | undefined {
  const lineEnd = bytes.indexOf('\n', at)
  if (lineEnd < 0 || bytes.toString('latin1', at, at + mark.length) !== mark) return undefined
  const parsed = headShape.safeParse(jsonOf(bytes.toString('utf8', at + mark.length, lineEnd)))
  if (!parsed.success) return undefined
  const head = parsed.data
  const packed = bytes.subarray(lineEnd + 1, lineEnd + 1 + head.bytes)
  const end = lineEnd + 1 + head.bytes + 1
  const isWhole = end <= bytes.length && bytes[end - 1] === 0x0a && hashOf(head, packed) === head.hash
  return isWhole ? { record: { ...head, packed }, end } : undefined
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The pages of a change, by their numbers. */
export function* pagesIn({ packed, pageBytes }: ChangeRecord): Generator<[number, Buffer]> {
  if (packed.length === 0) return
  const bytes = inflateRawSync(packed)
  for (let at = 0; at < bytes.length; at += 4 + pageBytes)
    yield [bytes.readUInt32BE(at), bytes.subarray(at + 4, at + 4 + pageBytes)]
}
