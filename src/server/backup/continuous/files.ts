import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isStoredFile } from '#contract/pictures.ts'
import { erasedFile, goneName, gonePicturesFolder, picturesFolder } from './layout.ts'
import { contentOf, type Target } from './target.ts'

/** Within this time a second change of a folder may leave its time unchanged. */
const sameMomentMs = 2000

export interface Pictures {
  /** Changes when a picture is added or removed; undefined if that is unknown. */
  changedAt(): Promise<number | undefined>
  list(): Promise<string[]>
  /** Undefined for a removed picture. */
  read(name: string): Promise<Buffer | undefined>
}

/** The pictures in the data folder. */
export function picturesIn(dataDir: string): Pictures {
  const folder = join(dataDir, picturesFolder)
  return {
    changedAt: async () => (await stat(folder).catch(ignoreMissing))?.mtimeMs,
    list: async () => (await readdir(folder).catch(ignoreMissing)) ?? [],
    read: name => readFile(join(folder, name)).catch(ignoreMissing),
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Copies the files beside the database: pictures, and the list of accounts that a restore must erase again. */
export class FileCopies {
  readonly #dataDir: string
  readonly #pictures: Pictures | undefined
  readonly #target: Target
  #known: Set<string> | undefined
  #seenAt: number | undefined
  #erased: string | undefined

  constructor(dataDir: string, pictures: Pictures | undefined, target: Target) {
    this.#dataDir = dataDir
    this.#pictures = pictures
    this.#target = target
  }

  /** Copies new pictures before the rows that show them, so that no row in the backup lacks its picture. */
  async copyNew(): Promise<void> {
    await this.#copyErased()
    const changedAt = await this.#pictures?.changedAt()
    const isSettled = changedAt !== undefined && Math.abs(Date.now() - changedAt) > sameMomentMs
    if (!this.#pictures || (isSettled && this.#known && changedAt === this.#seenAt)) return
    this.#known ??= new Set(await this.#target.list(picturesFolder))
    for (const name of await this.#listed()) if (!this.#known.has(name)) await this.#copy(name, this.#known)
    if (isSettled) this.#seenAt = changedAt
  }

  /** Moves removed pictures aside: a change that shows them may still be restored. */
  async moveAside(generation: string, n: number): Promise<void> {
    const copied = await this.#target.list(picturesFolder)
    // Listed last: a picture that was added since is not among the copied ones.
    const shown = new Set(await this.#listed())
    for (const name of copied) {
      if (shown.has(name) || !isStoredFile(name)) continue
      const gone = `${gonePicturesFolder}/${goneName(generation, n, name)}`
      await this.#target.rename(`${picturesFolder}/${name}`, gone)
      this.#known?.delete(name)
    }
    // A picture that is missing in the target is copied again.
    for (const name of this.#known ?? []) if (!copied.includes(name)) this.#known?.delete(name)
    this.#seenAt = undefined
  }

  /** Everything in the target is checked again. */
  forget(): void {
    this.#known = undefined
    this.#seenAt = undefined
    this.#erased = undefined
  }

  async #listed(): Promise<string[]> {
    return ((await this.#pictures?.list()) ?? []).filter(isStoredFile)
  }

  async #copy(name: string, known: Set<string>): Promise<void> {
    const content = await this.#pictures?.read(name)
    if (content) await this.#target.write(`${picturesFolder}/${name}`, [content])
    known.add(name)
  }

  async #copyErased(): Promise<void> {
    const file = join(this.#dataDir, erasedFile)
    const found = await stat(file).catch(() => undefined)
    const version = found && `${found.size} ${found.mtimeMs}`
    if (version === undefined || version === this.#erased) return
    await this.#target.write(erasedFile, [await withEarlier(this.#target, await readFile(file))])
    this.#erased = version
  }
}

/** A restored shop may know fewer erased accounts than the backup, so none is ever removed from that list. */
async function withEarlier(target: Target, own: Buffer): Promise<Buffer> {
  const ids = own.toString().split('\n').filter(Boolean)
  return Buffer.from([...new Set([...(await erasedAt(target)), ...ids])].map(id => `${id}\n`).join(''))
}

/** The ids of erased accounts in the backup. */
export async function erasedAt(target: Target): Promise<string[]> {
  return (await contentOf(target, erasedFile))?.toString().split('\n').filter(Boolean) ?? []
}
