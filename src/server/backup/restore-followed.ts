import { pictureFile } from '#contract/pictures.ts'
import { pictureFilesOf } from '../adapters/picture-files.ts'
import type { PictureFile } from '../adapters/picture-host.ts'
import { Database } from '../db/database.ts'
import { endSignIns } from '../db/end-sign-ins.ts'
import { erasedIn } from '../db/erased-list.ts'
import { damageOf } from '../db/integrity.ts'
import { brokenInvariants } from '../db/invariants.ts'
import { refuseLaterVersion } from '../db/later-version.ts'
import { appliedStems, migrate } from '../db/migrate.ts'
import { type Mode, rememberedMode } from '../db/mode.ts'
import { openSqlite } from '../db/sqlite.ts'
import { erasedAt } from '../follow/copy-files.ts'
import { gonePicturesFolder, picturesFolder } from '../follow/names.ts'
import { BackupUnfit, rebuild } from '../follow/rebuild.ts'
import { contentOf, type Target } from '../follow/target.ts'
import { Refused } from './archive.ts'
import { type Contents, contentsOf } from './contents.ts'
import { intoFolder } from './into-folder.ts'
import { eraseAgain, type Old, refuseDemo, refuseEarly } from './old-shop.ts'
import { type ShopSettings, writePictures } from './pictures.ts'

export interface RestoredFollowed {
  /** Everything that was committed before this moment (ISO 8601) is there. */
  upTo: string
  contents: Contents
  pictures: number
  /** What was found in the backup on the way, as sentences. */
  notes: string[]
  broken: string[]
  mode: Mode | undefined
  erasedAgain: number
}

export interface Wish {
  replace: boolean
  /** The moment to go back to, in epoch milliseconds; as late as there is unless told. */
  until?: number | undefined
}

/** Makes a shop of a backup that followed one. Until its very end the old shop, if there is one, is untouched. */
export async function restoreFollowed(
  settings: ShopSettings,
  target: Target,
  { replace, until }: Wish,
): Promise<RestoredFollowed> {
  if (settings.databaseUrl)
    throw new Refused(
      'A followed backup restores into a folder. Leave DATABASE_URL out, and npm run move copies the shop into PostgreSQL then.',
    )
  return intoFolder(settings, replace, async (file, old) => {
    const { upTo, notes } = await rebuild(target, file, until).catch(refused)
    const db = new Database(openSqlite(file))
    try {
      const restored = await settle(db, settings, target, { old, upTo })
      return { ...restored, upTo: new Date(upTo).toISOString(), notes }
    } finally {
      await db.close()
    }
  })
}

function refused(error: unknown): never {
  throw error instanceof BackupUnfit ? new Refused(error.message) : error
}

/** The same pages as at that moment; now what must be otherwise than it was. */
async function settle(
  db: Database,
  settings: ShopSettings,
  target: Target,
  { old, upTo }: { old: Old; upTo: number },
) {
  const damage = await damageOf(db.read, 'sqlite')
  if (damage.length > 0)
    throw new Refused(`The backup in ${target.place} holds a damaged database: ${damage.join('; ')}`)
  await refuseLaterVersion(db.read, 'sqlite')
  refuseEarly(await appliedStems(db.read), target.place)
  const mode = await rememberedMode(db.read)
  refuseDemo(old.mode, mode, target.place)
  const contents = await contentsOf(db.read)
  const pictures = await writePictures(pictureFilesOf(settings), picturesAt(target, upTo))
  // Those that were ended since must not come back, and nobody can tell which they are.
  await db.write(endSignIns)
  await migrate(db)
  const erased = new Set([...old.erased, ...erasedIn(settings.dataDir), ...(await erasedAt(target))])
  const erasedAgain = await eraseAgain(db, [...erased], new Date(upTo).toISOString())
  return { contents, pictures, mode, erasedAgain, broken: await brokenInvariants(db.read) }
}

/** Those that are there, and those that went after that moment. Their names are random: they are in nobody's way. */
async function* picturesAt(target: Target, upTo: number): AsyncGenerator<PictureFile> {
  const kept = (await target.list(picturesFolder)).map(name => ({ path: `${picturesFolder}/${name}`, name }))
  const gone = (await target.list(gonePicturesFolder)).flatMap(path => {
    const [, moment, name = ''] = /^(\d+)-(.+)$/.exec(path) ?? []
    return Number(moment) > upTo ? [{ path: `${gonePicturesFolder}/${path}`, name }] : []
  })
  for (const { path, name } of [...kept, ...gone])
    if (pictureFile.test(name)) yield { name, content: await contentOf(target, path) }
}
