import { theShop } from '#domain/audit.ts'
import { highest, type Numbers, noNumbers } from '#domain/numbers.ts'
import type { Database } from '../db/engine/database.ts'
import { hasTable } from '../db/schema/table-rows.ts'
import type { Reading } from '../db/schema/tables.ts'
import * as audit from '../store/audit.ts'
import * as erasures from '../store/erasures.ts'
import * as numbers from '../store/numbers.ts'
import { type Mode, rememberedMode } from '../store/shop-mode.ts'
import { Refused } from './archive.ts'

/** What is known of the shop that was there before. */
export interface Old {
  mode: Mode | undefined
  /** The ids of those who were erased in it. */
  erased: readonly string[]
  /** The highest that it has given out; undefined where nobody can tell. */
  numbers: Numbers | undefined
}

export const none: Old = { mode: undefined, erased: [], numbers: undefined }

export const oldOf = async (db: Reading): Promise<Old> => ({
  mode: await rememberedMode(db),
  erased: (await hasTable(db, 'erasures')) ? await erasures.listIds(db) : [],
  numbers: await numbers.highestGiven(db),
})

/** Who was erased since the backup was taken must not come back with it. Answers how many. */
export const eraseAgain = (db: Database, ids: readonly string[], takenAt: string): Promise<number> =>
  db.write(
    async tx => {
      let count = 0
      for (const id of ids) if (await erasures.erase(tx, id, Date.now())) count++
      await audit.note(tx, theShop, 'shop_restored', { takenAt, erasedAgain: count }, Date.now())
      return count
    },
    { patient: true },
  )

export interface Given {
  /** The highest numbers of the restored shop, from which it counts on. */
  numbers: Numbers
  /** Whether some were left out, because they were given out by the shop that was there. */
  hasSkipped: boolean
  /** How many were left out on suspicion, where nobody knows how far the lost shop had counted. */
  margin?: number
}

/** Nobody gets a number that somebody else has on paper. `from` is the least number that may be given out. */
export async function skipNumbers(db: Database, floor: Numbers, from: number | undefined): Promise<Given> {
  const before = await numbers.highestGiven(db.read)
  const least = from === undefined ? noNumbers : { T: from - 1, INV: from - 1, CN: from - 1 }
  const after = await db.write(tx => numbers.skipTo(tx, highest(floor, least), Date.now()))
  return { numbers: after, hasSkipped: JSON.stringify(before) !== JSON.stringify(after) }
}

/** A demo's admin must not be let into a live shop by its backup. */
export function refuseDemo(old: Mode | undefined, mode: Mode | undefined, backup: string): void {
  if (old === 'live' && mode === 'demo')
    throw new Refused(
      `${backup} is the backup of a demo, and the shop here is live. Restore it elsewhere: choose another DATA_DIR or database.`,
    )
}

export const notEmpty = (where: string) =>
  new Refused(`There is a shop in ${where} already. With --replace the backup takes its place.`)
