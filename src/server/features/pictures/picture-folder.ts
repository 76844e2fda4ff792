import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../db/engine/database.ts'
import * as folders from '../../store/picture-folders.ts'

/** A folder that has not been seen for this long is no longer in use. */
const inUseMs = 10 * 60_000

const advice =
  'Another machine uses this database with its own picture folder, so pictures uploaded to one machine are missing on the other. Put pictures in a bucket (IMAGE_HOST=s3), or share one folder as DATA_DIR/images. See “Several machines” in docs/operator-guide.md.'

interface FolderDeps {
  config: { databaseUrl: string | undefined; dataDir: string; pictures: { host: string } }
  db: Database
  now(): number
}

/** The picture folder of this process. Its id is stored in the folder, so machines that share it see the same id. */
export class PictureFolder {
  #isApart = false

  /** True if another machine on the same database uses another folder. */
  get isApart(): boolean {
    return this.#isApart
  }

  /** Records the folder in the database, and warns if another one is in use. */
  async note({ config, db, now }: FolderDeps, warn: (sentence: string) => void): Promise<void> {
    if (!config.databaseUrl || config.pictures.host === 's3') return
    const id = await idOf(join(config.dataDir, 'images'))
    const isApart = await db.write(tx => folders.note(tx, { id, seenAt: now(), since: now() - inUseMs }))
    if (isApart && !this.#isApart) warn(advice)
    this.#isApart = isApart
  }
}

/** Not named like a picture, so that neither the cleanup job nor a backup treats it as one. */
const fileName = '.folder-id'

async function idOf(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, fileName)
  // If two processes start simultaneously, one writes and both read.
  await writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 }).catch(() => undefined)
  return readFile(file, 'utf8')
}
