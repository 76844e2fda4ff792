import type { Database } from '../../db/engine/database.ts'
import type { Pictures } from './files.ts'

/** What a continuous backup needs from the shop. */
export interface Context {
  db: Database
  databaseFile: string
  dataDir: string
  shopId: string
  pictures: Pictures | undefined
  keepDays: number
  /** Wall-clock time, for people. */
  now(): number
  /** Milliseconds that never go back. */
  elapsed(): number
  warn(sentence: string): void
}

const day = 86_400_000

export const defaultTimings = {
  /** Rows of the log per write. */
  rows: 500,
  baseEveryMs: day,
  /** How often the lease is renewed and the files of the target are checked. */
  checkEveryMs: 4000,
  /** A check that is older than this proves nothing. */
  doubtMs: 8000,
  /** How long another holder of the lease must be silent (lease.ts). */
  silentMs: 15_000,
  silentAfterLifeMs: 60_000,
  /** After a fault of the target, and after a copy that failed. */
  retryMs: 2000,
  retryBaseMs: 30_000,
  pruneEveryMs: day / 24,
}

export type Timings = typeof defaultTimings
