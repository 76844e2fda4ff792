import { isStoredFile } from '#contract/pictures.ts'
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
import { listErased } from '../store/erased-list.ts'
import { type Mode, rememberedMode } from '../store/shop-mode.ts'
import { Refused } from './archive.ts'
import { type Contents, contentsOf } from './contents.ts'
import { erasedAt } from './continuous/files.ts'
import { goneIn, gonePicturesFolder, picturesFolder } from './continuous/layout.ts'
import { BackupUnfit, type Choice, type Rebuilt, rebuild } from './continuous/rebuild.ts'
import { contentOf, type Target } from './continuous/target.ts'
import { intoFolder } from './into-folder.ts'
import { type ShopSettings, writePictures } from './pictures.ts'
import {
  eraseAgain,
  type IssuedNumbers,
  type PreviousShop,
  refuseDemo,
  skipNumbers,
} from './previous-shop.ts'

export interface RestoredContinuous {
  /** The time of the last change (ISO 8601), and the highest numbers then. */
  upTo: string
  numbers: Numbers
  contents: Contents
  pictures: number
  /** Problems in the backup, as sentences. */
  notes: string[]
  broken: string[]
  mode: Mode | undefined
  erasedAgain: number
  issued: IssuedNumbers
}

/** Restores a continuous backup. The previous shop stays untouched until the last step. */
export async function restoreContinuous(
  settings: ShopSettings,
  target: Target,
  { replace, numbersFrom, ...choice }: Choice & { replace: boolean; numbersFrom?: number | undefined },
): Promise<RestoredContinuous> {
  if (settings.databaseUrl)
    throw new Refused(
      'A continuous backup restores into a folder. Leave DATABASE_URL out, and npm run shop -- move copies the shop into PostgreSQL then.',
    )
  return intoFolder(settings, replace, async (file, previous) => {
    const rebuilt = await rebuild(target, file, choice).catch(refused)
    const db = new Database(openSqlite(file))
    try {
      const restored = await adaptRestored(db, settings, target, { previous, rebuilt, numbersFrom })
      const { at, numbers } = rebuilt.point
      return { ...restored, upTo: new Date(at).toISOString(), numbers, notes: rebuilt.notes }
    } finally {
      await db.close()
    }
  })
}

/** Numbers that the shop may have issued in the last second before its disk died, unknown to the backup. */
const unknownNumbers = 100

async function skipIssued(
  db: Database,
  previous: PreviousShop,
  { numbers }: Rebuilt,
  numbersFrom: number | undefined,
): Promise<IssuedNumbers> {
  const known = previous.numbers ? highest(previous.numbers, numbers) : numbers
  const margin = previous.numbers || numbersFrom !== undefined ? 0 : unknownNumbers
  return { ...(await skipNumbers(db, moved(known, margin), numbersFrom)), margin }
}

function refused(error: unknown): never {
  throw error instanceof BackupUnfit ? new Refused(error.message) : error
}

/** Changes what must differ from the backup: sessions, erased accounts, numbers, the target of the backup. */
async function adaptRestored(
  db: Database,
  settings: ShopSettings,
  target: Target,
  {
    previous,
    rebuilt,
    numbersFrom,
  }: { previous: PreviousShop; rebuilt: Rebuilt; numbersFrom: number | undefined },
) {
  const damage = await damageOf(db.read, 'sqlite')
  if (damage.length > 0)
    throw new Refused(`The backup in ${target.location} holds a damaged database: ${damage.join('; ')}`)
  await refuseLaterVersion(db.read, 'sqlite')
  const mode = await rememberedMode(db.read)
  refuseDemo(previous.mode, mode, target.location)
  const contents = await contentsOf(db.read)
  const pictures = await writePictures(pictureFilesOf(settings), picturesAt(target, rebuilt))
  await db.write(async tx => {
    // A session that was ended after the backup must not come back, so all end.
    await endSignIns(tx)
    await changeLog.beginBranch(tx, target.location, rebuilt.origin, Date.now())
  })
  await migrate(db)
  const erased = new Set([...previous.erased, ...listErased(settings.dataDir), ...(await erasedAt(target))])
  const erasedAgain = await eraseAgain(db, [...erased], new Date(rebuilt.point.at).toISOString())
  const issued = await skipIssued(db, previous, rebuilt, numbersFrom)
  return { contents, pictures, mode, erasedAgain, issued, broken: await brokenInvariants(db.read) }
}

/** The pictures of the backup, and those that were removed after that change or in another generation. */
async function* picturesAt(target: Target, { origin, point }: Rebuilt): AsyncGenerator<PictureFile> {
  const present = (await target.list(picturesFolder)).map(name => ({
    path: `${picturesFolder}/${name}`,
    name,
  }))
  const gone = (await target.list(gonePicturesFolder)).flatMap(path => {
    const found = goneIn(path)
    if (!found || (origin.startsWith(`${found.generation}/`) && found.n < point.n)) return []
    return [{ path: `${gonePicturesFolder}/${path}`, name: found.picture }]
  })
  for (const { path, name } of [...present, ...gone]) {
    const content = isStoredFile(name) ? await contentOf(target, path) : undefined
    if (content) yield { name, content }
  }
}
