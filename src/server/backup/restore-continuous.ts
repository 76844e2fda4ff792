import { pictureFile } from '#contract/pictures.ts'
import { highest, moved, type Numbers } from '#domain/numbers.ts'
import { pictureFilesOf } from '../adapters/picture-files.ts'
import type { PictureFile } from '../adapters/picture-host.ts'
import { brokenInvariants } from '../books/invariants.ts'
import { Database } from '../db/engine/database.ts'
import { damageOf } from '../db/engine/integrity.ts'
import { openSqlite } from '../db/engine/sqlite.ts'
import { refuseLaterVersion } from '../db/schema/later-version.ts'
import { migrate } from '../db/schema/migrate.ts'
import * as changeLog from '../store/change-log.ts'
import { endSignIns } from '../store/end-sign-ins.ts'
import { erasedIn } from '../store/erased-list.ts'
import { type Mode, rememberedMode } from '../store/shop-mode.ts'
import { Refused } from './archive.ts'
import { type Contents, contentsOf } from './contents.ts'
import { erasedAt } from './continuous/files.ts'
import { goneIn, gonePicturesFolder, picturesFolder } from './continuous/layout.ts'
import { BackupUnfit, type Choice, type Rebuilt, rebuild } from './continuous/rebuild.ts'
import { contentOf, type Target } from './continuous/target.ts'
import { intoFolder } from './into-folder.ts'
import { type ShopSettings, writePictures } from './pictures.ts'
import { eraseAgain, type Given, type Old, refuseDemo, skipNumbers } from './previous-shop.ts'

export interface RestoredContinuous {
  /** When the last change was made that is in it (ISO 8601), and the highest numbers then. */
  upTo: string
  numbers: Numbers
  contents: Contents
  pictures: number
  /** What was found in the backup on the way, as sentences. */
  notes: string[]
  broken: string[]
  mode: Mode | undefined
  erasedAgain: number
  given: Given
}

/** Makes a shop of a continuous backup. Until its very end the old shop, if there is one, is untouched. */
export async function restoreContinuous(
  settings: ShopSettings,
  target: Target,
  { replace, numbersFrom, ...choice }: Choice & { replace: boolean; numbersFrom?: number | undefined },
): Promise<RestoredContinuous> {
  if (settings.databaseUrl)
    throw new Refused(
      'A continuous backup restores into a folder. Leave DATABASE_URL out, and npm run shop -- move copies the shop into PostgreSQL then.',
    )
  return intoFolder(settings, replace, async (file, old) => {
    const rebuilt = await rebuild(target, file, choice).catch(refused)
    const db = new Database(openSqlite(file))
    try {
      const restored = await settle(db, settings, target, { old, rebuilt, numbersFrom })
      const { at, numbers } = rebuilt.point
      return { ...restored, upTo: new Date(at).toISOString(), numbers, notes: rebuilt.notes }
    } finally {
      await db.close()
    }
  })
}

/** What may have been given out in the last second before the disk was gone, of which the backup knows nothing. */
const lastSecond = 100

async function countOn(
  db: Database,
  old: Old,
  { numbers }: Rebuilt,
  numbersFrom: number | undefined,
): Promise<Given> {
  const known = old.numbers ? highest(old.numbers, numbers) : numbers
  const margin = old.numbers || numbersFrom !== undefined ? 0 : lastSecond
  return { ...(await skipNumbers(db, moved(known, margin), numbersFrom)), margin }
}

function refused(error: unknown): never {
  throw error instanceof BackupUnfit ? new Refused(error.message) : error
}

/** The same rows as after that change; now what must be otherwise than it was. */
async function settle(
  db: Database,
  settings: ShopSettings,
  target: Target,
  { old, rebuilt, numbersFrom }: { old: Old; rebuilt: Rebuilt; numbersFrom: number | undefined },
) {
  const damage = await damageOf(db.read, 'sqlite')
  if (damage.length > 0)
    throw new Refused(`The backup in ${target.place} holds a damaged database: ${damage.join('; ')}`)
  await refuseLaterVersion(db.read, 'sqlite')
  const mode = await rememberedMode(db.read)
  refuseDemo(old.mode, mode, target.place)
  const contents = await contentsOf(db.read)
  const pictures = await writePictures(pictureFilesOf(settings), picturesAt(target, rebuilt))
  await db.write(async tx => {
    // Those that were ended since must not come back, and nobody can tell which they are.
    await endSignIns(tx)
    await changeLog.beginBranch(tx, target.place, rebuilt.origin, Date.now())
  })
  await migrate(db)
  const erased = new Set([...old.erased, ...erasedIn(settings.dataDir), ...(await erasedAt(target))])
  const erasedAgain = await eraseAgain(db, [...erased], new Date(rebuilt.point.at).toISOString())
  const given = await countOn(db, old, rebuilt, numbersFrom)
  return { contents, pictures, mode, erasedAgain, given, broken: await brokenInvariants(db.read) }
}

/** Those that are there, and those that went after that change, or in another history. Their names are random: they are in nobody's way. */
async function* picturesAt(target: Target, { origin, point }: Rebuilt): AsyncGenerator<PictureFile> {
  const kept = (await target.list(picturesFolder)).map(name => ({ path: `${picturesFolder}/${name}`, name }))
  const gone = (await target.list(gonePicturesFolder)).flatMap(path => {
    const found = goneIn(path)
    if (!found || (origin.startsWith(`${found.generation}/`) && found.n < point.n)) return []
    return [{ path: `${gonePicturesFolder}/${path}`, name: found.picture }]
  })
  for (const { path, name } of [...kept, ...gone]) {
    const content = pictureFile.test(name) ? await contentOf(target, path) : undefined
    if (content) yield { name, content }
  }
}
