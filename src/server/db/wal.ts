import { existsSync, readFileSync } from 'node:fs'

/** As https://sqlite.org/fileformat2.html lays the log out: a header, then frames of a header and a page each. */
const headerBytes = 32
const frameHeaderBytes = 24
const magic = 0x377f0682

type Sum = readonly [number, number]

/**
 * What is wrong with the write-ahead log that a killed process has left. SQLite takes it up to the first frame that
 * does not add up and drops the rest without a word. That is right for the last commit, which the machine may have
 * cut off before anybody was told of it; but a whole commit after that one was acknowledged, and would be lost.
 */
export function walDamage(file: string): string[] {
  const path = `${file}-wal`
  const log = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const header = log.subarray(0, headerBytes)
  if (header.length < headerBytes || header.every(byte => byte === 0)) return []
  const begin = log.readUInt32BE(0)
  const isBig = (begin & 1) === 1
  const start = sumOf(header.subarray(0, 24), [0, 0], isBig)
  if ((begin & ~1) >>> 0 !== magic || !isSum(header, 24, start))
    return ['the beginning of its log (shop.db-wal) is not one']
  const lost = commitsBeyond(log, start, isBig)
  return lost > 1 ? [`its log (shop.db-wal) is damaged before ${lost} commits that were acknowledged`] : []
}

/** Counts the commits behind the first frame that does not add up. Frames of an earlier log have other salts. */
function commitsBeyond(log: Buffer, start: Sum, isBig: boolean): number {
  const size = frameHeaderBytes + log.readUInt32BE(8)
  const salts = log.subarray(16, 24)
  let [sum, isBroken, commits] = [start, false, 0]
  for (let at = headerBytes; at + size <= log.length; at += size) {
    const frame = log.subarray(at, at + size)
    const isOwn = frame.subarray(8, 16).equals(salts)
    if (!isBroken) {
      sum = sumOf(frame.subarray(frameHeaderBytes), sumOf(frame.subarray(0, 8), sum, isBig), isBig)
      isBroken = !isOwn || !isSum(frame, 16, sum)
    }
    if (isBroken && isOwn && frame.readUInt32BE(4) > 0) commits++
  }
  return commits
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
