import type { Database } from '../../db/engine/database.ts'
import type { Pictures } from './files.ts'

/** What a continuous backup needs of the shop. */
export interface Surroundings {
  db: Database
  databaseFile: string
  dataDir: string
  shopId: string
  pictures: Pictures | undefined
  keepDays: number
  /** The clock on the wall, for people. */
  now(): number
  /** Milliseconds that only ever grow, whatever is done to the clock. */
  elapsed(): number
  warn(sentence: string): void
}

const day = 86_400_000

export const usualPaces = {
  /** So many rows of the log go at once. */
  rows: 500,
  baseEveryMs: day,
  /** How often the lease is renewed, and the target looked over. */
  checkEveryMs: 4000,
  /** What was looked over longer ago than this is in doubt. */
  doubtMs: 8000,
  /** How long another holder of the lease must have been silent (lease.ts). */
  silentMs: 15_000,
  silentAfterLifeMs: 60_000,
  /** After a fault of the target, and after a copy that failed. */
  retryMs: 2000,
  retryBaseMs: 30_000,
  tidyEveryMs: day / 24,
}

export type Paces = typeof usualPaces
