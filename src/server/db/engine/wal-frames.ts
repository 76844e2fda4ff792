/** As https://sqlite.org/fileformat2.html lays the log out: a header, then frames of a header and a page each. */
export const walHeaderBytes = 32
export const frameHeaderBytes = 24
const magic = 0x377f0682

export type Sum = readonly [number, number]

export interface WalHeader {
  pageBytes: number
  isBig: boolean
  /** Stand in each frame that belongs to this round of the log. The first of them counts the rounds. */
  salts: Buffer
  /** What the sums of the frames begin with. */
  sum: Sum
}

/** Undefined for what is no beginning of a log, or one that was cut off. */
export function walHeaderOf(log: Buffer): WalHeader | undefined {
  if (log.length < walHeaderBytes) return undefined
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

/** The sum behind a frame, which depends on all frames before it; undefined for one that is not as it was written. */
export function sumAfter(frame: Buffer, before: Sum, { isBig, salts }: WalHeader): Sum | undefined {
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
