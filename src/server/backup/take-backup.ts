import { lstat, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isStoredFile } from '#contract/pictures.ts'
import { pictureFilesOf } from '../adapters/picture-files.ts'
import type { PictureFiles } from '../adapters/picture-host.ts'
import type { Engine } from '../db/engine/database.ts'
import { damageOf } from '../db/engine/integrity.ts'
import { withSnapshot } from '../db/engine/snapshot.ts'
import { refusePartOfData } from '../db/schema/later-version.ts'
import { appliedStems } from '../db/schema/migrate.ts'
import type { Reading } from '../db/schema/tables.ts'
import { sync } from '../files.ts'
import { type Manifest, manifestName, Refused, Seal } from './archive.ts'
import { walk } from './contents.ts'
import type { ShopSettings } from './pictures.ts'
import { type Entry, TarWriter } from './tar.ts'

/**
 * Writes one snapshot of the whole shop to one file, while the shop runs. The file gets its name when it is complete
 * and on disk.
 */
export async function takeBackup(settings: ShopSettings, path: string): Promise<Manifest> {
  await refuseOtherThanFile(path)
  const draft = `${path}.part`
  try {
    const file = await open(draft, 'w', 0o600)
    const manifest = await writeAll(settings, new TarWriter(file)).finally(() => file.close())
    await rename(draft, path)
    await sync(dirname(path))
    return manifest
  } catch (error) {
    await rm(draft, { force: true })
    throw isFileFault(error) ? new Refused(`The backup could not be written: ${error.message}.`) : error
  }
}

/** The rename would replace a device or a link that other programs use. */
async function refuseOtherThanFile(path: string): Promise<void> {
  const existing = await lstat(path).catch(() => undefined)
  if (existing && !existing.isFile())
    throw new Refused(`${path} is not a file. Name one, new or old, for the backup.`)
}

const isFileFault = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'path' in error

async function writeAll(settings: ShopSettings, tar: TarWriter): Promise<Manifest> {
  const seal = new Seal()
  const add = async (entry: Entry) => {
    seal.add(entry)
    await tar.add(entry)
  }
  const takenAt = new Date().toISOString()
  const data = await withSnapshot(settings, async (db, engine) => {
    await refusePartOfData(db, engine)
    await refuseDamaged(db, engine)
    let parts = 0
    const tables = await walk(db, (table, _, lines) =>
      add({
        name: `tables/${table}/${String(++parts).padStart(8, '0')}.ndjson`,
        content: Buffer.from(`${lines.join('\n')}\n`),
      }),
    )
    return { engine, tables, migrations: await appliedStems(db) }
  })
  // After the rows: a picture is stored before the item that shows it, and exists as long as the item.
  const pictures = await addPictures(pictureFilesOf(settings), add)
  const manifest: Manifest = { format: 1, takenAt, ...data, pictures, seal: seal.value }
  await tar.add({ name: manifestName, content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) })
  await tar.end()
  return manifest
}

/** A copy of a damaged database is no backup, and would replace a good one. */
async function refuseDamaged(db: Reading, engine: Engine['name']): Promise<void> {
  const found = await damageOf(db, engine)
  if (found.length > 0)
    throw new Refused(
      `The database is damaged, and no backup was taken: ${found.join('; ').replace(/\s+/g, ' ')}. Restore an earlier backup: npm run shop -- restore FILE --replace`,
    )
}

async function addPictures(files: PictureFiles, add: (entry: Entry) => Promise<void>): Promise<number> {
  let added = 0
  for (const name of (await files.list()).filter(isStoredFile).sort()) {
    const content = await files.read(name)
    // The picture was removed meanwhile.
    if (!content) continue
    await add({ name: `images/${name}`, content })
    added++
  }
  return added
}
