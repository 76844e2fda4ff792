import { noNumbers } from '#domain/numbers.ts'
import { pictureFilesOf } from '../adapters/picture-files.ts'
import { brokenInvariants } from '../books/invariants.ts'
import { Database } from '../db/engine/database.ts'
import { openDatabase } from '../db/engine/open-database.ts'
import { openSqlite } from '../db/engine/sqlite.ts'
import { otherShops } from '../db/other-connections.ts'
import { unknownStems } from '../db/schema/later-version.ts'
import { isEmpty } from '../db/schema/table-rows.ts'
import type { Writing } from '../db/schema/tables.ts'
import { endSignIns } from '../store/end-sign-ins.ts'
import { erasedIn } from '../store/erased-list.ts'
import { type Mode, rememberedMode } from '../store/shop-mode.ts'
import { checkArchive, type Manifest, picturesIn, Refused, rowsIn } from './archive.ts'
import { intoFolder } from './into-folder.ts'
import { load } from './load-rows.ts'
import { type ShopSettings, writePictures } from './pictures.ts'
import {
  eraseAgain,
  type Given,
  notEmpty,
  type Old,
  oldOf,
  refuseDemo,
  skipNumbers,
} from './previous-shop.ts'

export interface Restored {
  manifest: Manifest
  /** Invariants that do not hold in the restored shop, as sentences. */
  broken: string[]
  mode: Mode | undefined
  /** How many accounts were erased after the backup, and therefore once more. */
  erasedAgain: number
  given: Given
}

/** Puts a backup in the place of what is there. Until its very end the old shop is untouched. */
export async function restoreBackup(
  settings: ShopSettings,
  path: string,
  { replace, numbersFrom }: { replace: boolean; numbersFrom?: number | undefined },
): Promise<Restored> {
  const manifest = await checkArchive(path)
  const unknown = await unknownStems(settings.databaseUrl ? 'postgres' : 'sqlite', manifest.migrations)
  if (unknown.length > 0)
    throw new Refused(`${path} was made by a later version of the shop (${unknown}). Update the shop first.`)
  const fill = async (db: Database, old: Old): Promise<Restored> => {
    const mode = await restoreInto(db, settings, path, { ...manifest, old: old.mode })
    const erased = [...new Set([...old.erased, ...erasedIn(settings.dataDir)])]
    return {
      manifest,
      mode,
      erasedAgain: await eraseAgain(db, erased, manifest.takenAt),
      given: await skipNumbers(db, old.numbers ?? noNumbers, numbersFrom),
      broken: await brokenInvariants(db.read),
    }
  }
  if (settings.databaseUrl) return intoPostgres(settings, replace, fill)
  return intoFolder(settings, replace, (file, old) => {
    const db = new Database(openSqlite(file))
    return fill(db, old).finally(() => db.close())
  })
}

/** Pictures come first: their names are random and their bytes never change, so they are in nobody's way. */
async function restoreInto(
  db: Database,
  settings: ShopSettings,
  path: string,
  { old, ...manifest }: Manifest & { old: Mode | undefined },
): Promise<Mode | undefined> {
  await writePictures(pictureFilesOf(settings), picturesIn(path))
  let mode: Mode | undefined
  const finish = async (tx: Writing) => {
    mode = await rememberedMode(tx)
    refuseDemo(old, mode, path)
    // Those that were ended since the backup must not come back, and nobody can tell which they are.
    await endSignIns(tx)
  }
  await load(db, { ...manifest, rows: () => rowsIn(path), finish })
  return mode
}

async function intoPostgres(
  settings: ShopSettings,
  replace: boolean,
  fill: (db: Database, old: Old) => Promise<Restored>,
): Promise<Restored> {
  const db = await openDatabase(settings, () => undefined)
  try {
    if (!replace && !(await isEmpty(db.read))) throw notEmpty('this PostgreSQL database')
    const others = await otherShops(db.read)
    if (others > 0)
      throw new Refused(
        `A shop is running on this PostgreSQL database (${others} connections). Stop it first.`,
      )
    return await fill(db, await oldOf(db.read))
  } finally {
    await db.close()
  }
}
