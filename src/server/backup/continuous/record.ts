import { createHash, hash } from 'node:crypto'
import * as z from 'zod/mini'
import { type Numbers, noNumbers } from '#domain/numbers.ts'
import type { ChangeLogRow } from '../../db/schema/tables.ts'
import type { Head } from '../../store/change-log.ts'
import { parseJson } from '../parse-json.ts'

export const numbersShape = z.strictObject({ T: z.int(), INV: z.int(), CN: z.int() })

const headShape = z.strictObject({
  n: z.int(),
  /** The clock of the shop, for people only: it orders nothing. */
  at: z.int(),
  /** The highest numbers issued by then. */
  numbers: numbersShape,
  /** Changes before this one are missing: only a copy of the database bridges them. */
  gap: z.boolean(),
  bytes: z.int(),
  /** The hash of the change before: none can be missing, out of order or from another history. */
  before: z.string(),
  hash: z.string(),
})

/** One change in the target. */
export interface ChangeRecord extends z.output<typeof headShape> {
  changeset: Buffer
}

/** The hash before the first change of a generation. */
export const firstHash = (generation: string): string => hash('sha256', generation)

const mark = 'change '
const none = Buffer.alloc(0)

/** The change after `before`. Everything except the numbers comes from the row of the log. */
export function recordOf({ n, at, changeset }: ChangeLogRow, before: string, numbers: Numbers) {
  const gap = changeset === null
  const bytes = changeset ? Buffer.from(changeset) : none
  return {
    n,
    at,
    numbers,
    gap,
    bytes: bytes.length,
    before,
    hash: hashOf(n, at, gap, before, bytes),
    changeset: bytes,
  }
}

export const after = (head: Head, row: ChangeLogRow): Head => {
  const { n, hash } = recordOf(row, head.hash, noNumbers)
  return { n, hash }
}

export function encoded({ changeset, ...head }: ChangeRecord): Buffer {
  return Buffer.concat([Buffer.from(`${mark}${JSON.stringify(head)}\n`), changeset, Buffer.from('\n')])
}

function hashOf(n: number, at: number, gap: boolean, before: string, changeset: Buffer): string {
  const line = JSON.stringify([n, at, gap, before])
  return createHash('sha256').update(line).update('\n').update(changeset).digest('hex')
}

/** The position at which a file of changes becomes unreadable. */
export interface Broken {
  at: number
  /** Nothing follows: the write was cut off before it was acknowledged. */
  isCutOff: boolean
}

/** All changes in a file, up to its end or its first damage. */
export function* recordsIn(bytes: Buffer): Generator<ChangeRecord, Broken | undefined> {
  let at = 0
  while (at < bytes.length) {
    const found = recordAt(bytes, at)
    if (!found) return { at, isCutOff: bytes.indexOf(`\n${mark}{"n":`, at) < 0 }
    yield found.record
    at = found.end
  }
  return undefined
}

function recordAt(bytes: Buffer, at: number): { record: ChangeRecord; end: number } | undefined {
  const lineEnd = bytes.indexOf('\n', at)
  if (lineEnd < 0 || bytes.toString('latin1', at, at + mark.length) !== mark) return undefined
  const head = parseJson(bytes.toString('utf8', at + mark.length, lineEnd), headShape)
  if (!head) return undefined
  const changeset = bytes.subarray(lineEnd + 1, lineEnd + 1 + head.bytes)
  const end = lineEnd + 1 + head.bytes + 1
  const isWhole = end <= bytes.length && bytes[end - 1] === 0x0a
  const isTrue = isWhole && hashOf(head.n, head.at, head.gap, head.before, changeset) === head.hash
  return isTrue ? { record: { ...head, changeset }, end } : undefined
}
