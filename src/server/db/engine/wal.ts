import { existsSync, readFileSync } from 'node:fs'
import { frameHeaderBytes, sumAfter, type WalHeader, walHeaderBytes, walHeaderOf } from './wal-frames.ts'

/**
 * What is wrong with the write-ahead log that a killed process has left. SQLite takes it up to the first frame that
 * does not add up and drops the rest without a word. That is right for the last commit, which the machine may have
 * cut off before anybody was told of it; but a whole commit after that one was acknowledged, and would be lost.
 */
export function walDamage(file: string): string[] {
  const path = `${file}-wal`
  const log = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const begin = log.subarray(0, walHeaderBytes)
  if (begin.length < walHeaderBytes || begin.every(byte => byte === 0)) return []
  const header = walHeaderOf(begin)
  if (!header) return ['the beginning of its log (shop.db-wal) is not one']
  const lost = commitsBeyond(log, header)
  return lost > 1 ? [`its log (shop.db-wal) is damaged before ${lost} commits that were acknowledged`] : []
}

/** Counts the commits behind the first frame that does not add up. Frames of an earlier log have other salts. */
function commitsBeyond(log: Buffer, header: WalHeader): number {
  const size = frameHeaderBytes + header.pageBytes
  let sum: WalHeader['sum'] | undefined = header.sum
  let commits = 0
  for (let at = walHeaderBytes; at + size <= log.length; at += size) {
    const frame = log.subarray(at, at + size)
    sum = sum && sumAfter(frame, sum, header)
    if (!sum && frame.subarray(8, 16).equals(header.salts) && frame.readUInt32BE(4) > 0) commits++
  }
  return commits
}
