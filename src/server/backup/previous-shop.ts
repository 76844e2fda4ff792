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

/** The facts about the shop that a backup replaces. */
export interface PreviousShop {
  mode: Mode | undefined
  /** The ids of its erased accounts. */
  erased: readonly string[]
  /** The highest numbers that it has issued; undefined if they are unknown. */
  numbers: Numbers | undefined
}

export const noPreviousShop: PreviousShop = { mode: undefined, erased: [], numbers: undefined }

export const previousShopIn = async (db: Reading): Promise<PreviousShop> => ({
  mode: await rememberedMode(db),
  erased: (await hasTable(db, 'erasures')) ? await erasures.listIds(db) : [],
  numbers: await numbers.highestUsed(db),
})

/** Accounts that were erased after the backup must not come back with it. Returns how many there were. */
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

export interface IssuedNumbers {
  /** The highest numbers of the restored shop; it continues after them. */
  numbers: Numbers
  /** Some were skipped because the previous shop has issued them. */
  hasSkipped: boolean
  /** How many were skipped because the previous shop may have issued them. */
  margin?: number
}

/** No number is issued twice. `from` is the lowest number that may be issued. */
export async function skipNumbers(
  db: Database,
  floor: Numbers,
  from: number | undefined,
): Promise<IssuedNumbers> {
  const before = await numbers.highestUsed(db.read)
  const least = from === undefined ? noNumbers : { T: from - 1, INV: from - 1, CN: from - 1 }
  const after = await db.write(tx => numbers.skipTo(tx, highest(floor, least), Date.now()))
  return { numbers: after, hasSkipped: JSON.stringify(before) !== JSON.stringify(after) }
}

/** A backup of a demo would bring its public admin account into a live shop. */
export function refuseDemo(previous: Mode | undefined, mode: Mode | undefined, backup: string): void {
  if (previous === 'live' && mode === 'demo')
    throw new Refused(
      `${backup} is the backup of a demo, and the shop here is live. Restore it elsewhere: choose another DATA_DIR or database.`,
    )
}

export const notEmpty = (where: string) =>
  new Refused(`There is a shop in ${where} already. To replace it with the backup, add --replace.`)
