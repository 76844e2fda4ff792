import { noNumbers } from '#domain/numbers.ts'
import { pictureFilesOf } from '../adapters/picture-files.ts'
import { brokenInvariants } from '../books/invariants.ts'
import { Database } from '../db/engine/database.ts'
import { openDatabase } from '../db/engine/open-database.ts'
import { openSqlite } from '../db/engine/sqlite.ts'
import { otherShops } from '../db/other-connections.ts'
import { unknownAmong } from '../db/schema/later-version.ts'
import { isEmpty } from '../db/schema/table-rows.ts'
import type { Writing } from '../db/schema/tables.ts'
import { endSignIns } from '../store/end-sign-ins.ts'
import { listErased } from '../store/erased-list.ts'
import { type Mode, rememberedMode } from '../store/shop-mode.ts'
import { checkArchive, type Manifest, picturesIn, Refused, rowsIn } from './archive.ts'
import { intoFolder } from './into-folder.ts'
import { load } from './load-rows.ts'
import { type ShopSettings, writePictures } from './pictures.ts'
import {
  eraseAgain,
  type IssuedNumbers,
  notEmpty,
  type PreviousShop,
  previousShopIn,
  refuseDemo,
  skipNumbers,
} from './previous-shop.ts'

export interface Restored {
  manifest: Manifest
  /** Broken invariants of the restored shop, as sentences. */
  broken: string[]
  mode: Mode | undefined
  /** How many accounts were erased after the backup, and are now erased again. */
  erasedAgain: number
  issued: IssuedNumbers
}

/** Restores a backup. The previous shop stays untouched until the last step. */
export async function restoreBackup(
  settings: ShopSettings,
  path: string,
  { replace, numbersFrom }: { replace: boolean; numbersFrom?: number | undefined },
): Promise<Restored> {
  const manifest = await checkArchive(path)
  const unknown = await unknownAmong(settings.databaseUrl ? 'postgres' : 'sqlite', manifest.migrations)
  if (unknown.length > 0)
    throw new Refused(`${path} was made by a later version of the shop (${unknown}). Update the shop first.`)
  const fill = async (db: Database, previous: PreviousShop): Promise<Restored> => {
    const mode = await restoreInto(db, settings, path, { ...manifest, previous: previous.mode })
    const erased = [...new Set([...previous.erased, ...listErased(settings.dataDir)])]
    return {
      manifest,
      mode,
      erasedAgain: await eraseAgain(db, erased, manifest.takenAt),
      issued: await skipNumbers(db, previous.numbers ?? noNumbers, numbersFrom),
      broken: await brokenInvariants(db.read),
    }
  }
  if (settings.databaseUrl) return intoPostgres(settings, replace, fill)
  return intoFolder(settings, replace, (file, previous) => {
    const db = new Database(openSqlite(file))
    return fill(db, previous).finally(() => db.close())
  })
}

/** Pictures come first: their names are random and their bytes never change, so they replace nothing. */
async function restoreInto(
  db: Database,
  settings: ShopSettings,
  path: string,
  { previous, ...manifest }: Manifest & { previous: Mode | undefined },
): Promise<Mode | undefined> {
  await writePictures(pictureFilesOf(settings), picturesIn(path))
  let mode: Mode | undefined
  const finish = async (tx: Writing) => {
    mode = await rememberedMode(tx)
    refuseDemo(previous, mode, path)
    // A session that was ended after the backup must not come back, so all end.
    await endSignIns(tx)
  }
  await load(db, { ...manifest, rows: () => rowsIn(path), finish })
  return mode
}

async function intoPostgres(
  settings: ShopSettings,
  replace: boolean,
  fill: (db: Database, previous: PreviousShop) => Promise<Restored>,
): Promise<Restored> {
  const db = await openDatabase(settings, () => undefined)
  try {
    if (!replace && !(await isEmpty(db.read))) throw notEmpty('this PostgreSQL database')
    const others = await otherShops(db.read)
    if (others > 0)
      throw new Refused(
        `A shop is running on this PostgreSQL database (${others} connections). Stop it first.`,
      )
    return await fill(db, await previousShopIn(db.read))
  } finally {
    await db.close()
  }
}
