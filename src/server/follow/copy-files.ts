import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureFile } from '#contract/pictures.ts'
import { erasedFile, gonePicturesFolder, picturesFolder } from './names.ts'
import type { Target } from './target.ts'

/** A folder that was changed so lately may change again without another time beside it. */
const sameMomentMs = 2000

/** Where the shop's pictures are. */
export interface Pictures {
  /** Changes whenever a picture comes or goes; undefined where nobody can tell. */
  changedAt(): Promise<number | undefined>
  list(): Promise<string[]>
  /** Undefined for one that was swept meanwhile. */
  read(name: string): Promise<Buffer | undefined>
}

/** Those in the data folder. */
export function picturesIn(dataDir: string): Pictures {
  const folder = join(dataDir, picturesFolder)
  return {
    changedAt: async () => (await stat(folder).catch(notThere))?.mtimeMs,
    list: async () => (await readdir(folder).catch(notThere)) ?? [],
    read: name => readFile(join(folder, name)).catch(notThere),
  }
}

function notThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Keeps the files beside the database in a followed backup: pictures, and whom a restore must forget again. */
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

  /** What is new. A picture is there before the row that shows it: copied first, no row in the backup lacks its picture. */
  async copyNew(): Promise<void> {
    await this.#copyErased()
    const changedAt = await this.#pictures?.changedAt()
    const isSettled = changedAt !== undefined && Date.now() - changedAt > sameMomentMs
    if (!this.#pictures || (isSettled && changedAt === this.#seenAt)) return
    this.#known ??= new Set(await this.#target.list(picturesFolder))
    for (const name of await this.#listed()) if (!this.#known.has(name)) await this.#copy(name, this.#known)
    if (isSettled) this.#seenAt = changedAt
  }

  /** Pictures that the shop has removed wait for as long as a moment at which they were shown can be restored. */
  async putAside(): Promise<void> {
    const copied = await this.#target.list(picturesFolder)
    // Asked for last: one that came since is not among the copied.
    const shown = new Set(await this.#listed())
    for (const name of copied) {
      if (shown.has(name) || !pictureFile.test(name)) continue
      await this.#target.rename(`${picturesFolder}/${name}`, `${gonePicturesFolder}/${Date.now()}-${name}`)
      this.#known?.delete(name)
    }
  }

  async #listed(): Promise<string[]> {
    return ((await this.#pictures?.list()) ?? []).filter(name => pictureFile.test(name))
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

/** The shop here may be a restored one that knows less than the backup: nobody is ever taken off that list. */
async function withEarlier(target: Target, own: Buffer): Promise<Buffer> {
  const earlier = await erasedAt(target)
  const ids = own.toString().split('\n').filter(Boolean)
  return Buffer.from([...new Set([...earlier, ...ids])].map(id => `${id}\n`).join(''))
}

/** The ids of those who were erased, as far as the backup knows. */
export async function erasedAt(target: Target): Promise<string[]> {
  if (!(await target.list('')).includes(erasedFile)) return []
  const parts: Buffer[] = []
  for await (const part of target.read(erasedFile)) parts.push(part)
  return Buffer.concat(parts).toString().split('\n').filter(Boolean)
}
