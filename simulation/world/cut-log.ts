import type { Random } from '../interfaces.ts'

/** https://sqlite.org/fileformat2.html: a header, then frames, each with a header and a page. */
const headerBytes = 32
const frameHeaderBytes = 24

/** The write-ahead log as it was when the power failed during a commit: some of its frames are there, perhaps half of one. */
export function cutLog(before: Buffer, after: Buffer, random: Random): Buffer {
  if (after.length < headerBytes) return before
  const frameBytes = frameHeaderBytes + after.readUInt32BE(8)
  const first = firstChange(before, after, frameBytes)
  const count = Math.max(0, lastChange(before, after, frameBytes, first) - first)
  const whole = random.whole(0, Math.floor(count / frameBytes)) * frameBytes
  const torn = random.chance(0.3) ? random.whole(0, frameBytes - 1) : 0
  const end = Math.min(first + whole + torn, first + count)
  const cut = Buffer.alloc(Math.max(before.length, end))
  before.copy(cut)
  after.copy(cut, first, first, end)
  return cut
}

/** Where the commit began to write. A log that begins anew also gets a new header. */
function firstChange(before: Buffer, after: Buffer, frameBytes: number): number {
  if (!before.subarray(0, headerBytes).equals(after.subarray(0, headerBytes))) return 0
  let at = headerBytes
  while (at < after.length && isSame(before, after, at, frameBytes)) at += frameBytes
  return at
}

function lastChange(before: Buffer, after: Buffer, frameBytes: number, first: number): number {
  let at = first === 0 ? headerBytes : first
  while (at < after.length && !isSame(before, after, at, frameBytes)) at += frameBytes
  return Math.min(at, after.length)
}

const isSame = (before: Buffer, after: Buffer, at: number, length: number): boolean =>
  before.subarray(at, at + length).equals(after.subarray(at, at + length))
