import { existsSync, readFileSync } from 'node:fs'

/** The format is https://sqlite.org/fileformat2.html: a header, then frames, each with a header and a page. */
const headerBytes = 32
const frameHeaderBytes = 24
const magic = 0x377f0682

/**
 * Finds damage in the write-ahead log of a killed process. SQLite reads it up to the first damaged frame and silently
 * drops the rest. That is right for the last commit, which may be cut off; but a whole commit after that one was
 * acknowledged, and would be lost.
 */
export function walDamage(file: string): string[] {
  const path = `${file}-wal`
  const log = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const begin = log.subarray(0, headerBytes)
  if (begin.length < headerBytes || begin.every(byte => byte === 0)) return []
  const header = headerOf(begin)
  if (!header) return ['the beginning of its log (shop.db-wal) is not one']
  const lost = commitsBeyond(log, header)
  return lost > 1 ? [`its log (shop.db-wal) is damaged before ${lost} commits that were acknowledged`] : []
}

/** Counts the commits after the first damaged frame. */
function commitsBeyond(log: Buffer, header: WalHeader): number {
  const size = frameHeaderBytes + header.pageBytes
  let sum: Sum | undefined = header.sum
  let commits = 0
  for (let at = headerBytes; at + size <= log.length; at += size) {
    const frame = log.subarray(at, at + size)
    sum = sum && sumAfter(frame, sum, header)
    if (!sum && frame.subarray(8, 16).equals(header.salts) && frame.readUInt32BE(4) > 0) commits++
  }
  return commits
}

type Sum = readonly [number, number]

interface WalHeader {
  pageBytes: number
  isBig: boolean
  /** Every frame of this log repeats them; frames of an earlier log have others. */
  salts: Buffer
  /** The checksum before the first frame. */
  sum: Sum
}

/** Undefined for bytes that are not a header. */
function headerOf(log: Buffer): WalHeader | undefined {
  const begin = log.readUInt32BE(0)
  const isBig = (begin & 1) === 1
  const sum = sumOf(log.subarray(0, 24), [0, 0], isBig)
  if ((begin & ~1) >>> 0 !== magic || !isSum(log, 24, sum)) return undefined
  return {
    pageBytes: log.readUInt32BE(8),
    isBig,
    salts: Buffer.from(log.subarray(16, 24)),
    sum,
  }
}

/** The checksum after a frame, which depends on all frames before it; undefined for a damaged frame. */
function sumAfter(frame: Buffer, before: Sum, { isBig, salts }: WalHeader): Sum | undefined {
  const sum = sumOf(frame.subarray(frameHeaderBytes), sumOf(frame.subarray(0, 8), before, isBig), isBig)
  return frame.subarray(8, 16).equals(salts) && isSum(frame, 16, sum) ? sum : undefined
}

function sumOf(bytes: Buffer, [first, second]: Sum, isBig: boolean): Sum {
  let [a, b] = [first, second]
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    a = (a + (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + b) >>> 0
    b = (b + (isBig ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + a) >>> 0
  }
  return [a, b]
}

const isSum = (bytes: Buffer, at: number, [a, b]: Sum): boolean =>
  bytes.readUInt32BE(at) === a && bytes.readUInt32BE(at + 4) === b
