import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sync } from '../../files.ts'
import { newChangesFile } from './layout.ts'
import { type Appended, isMissing, NotInTarget, type Position, type Target } from './target.ts'

/** A longer file of changes is followed by a new one, so that old ones can be removed. */
const fileBytes = 16 * 1024 * 1024

interface OpenFile {
  generation: string
  epoch: number
  name: string
  handle: FileHandle
  length: number
}

/** A folder, ideally on another disk. It is never created: if it is missing, the disk is not mounted. */
export class FolderTarget implements Target {
  readonly location: string
  #open: OpenFile | undefined

  constructor(folder: string) {
    this.location = folder
  }

  async list(folder: string): Promise<string[]> {
    try {
      return (await readdir(join(this.location, folder))).sort()
    } catch (error) {
      if (folder !== '' && isMissing(error)) return []
      throw error
    }
  }

  async sizes(folder: string): Promise<Map<string, number>> {
    const sizes = new Map<string, number>()
    for (const name of await this.list(folder)) {
      const found = await stat(join(this.location, folder, name)).catch(() => undefined)
      if (found?.isFile()) sizes.set(name, found.size)
    }
    return sizes
  }

  read(path: string): AsyncIterable<Buffer> {
    return createReadStream(join(this.location, path))
  }

  async write(path: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    const file = await this.#prepared(path)
    const draft = `${file}.part`
    try {
      const length = await writeWhole(draft, content)
      await rename(draft, file)
      await sync(dirname(file))
      if ((await stat(file)).size !== length)
        throw new NotInTarget(`${file} has another length than was written`)
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined)
      throw error
    }
  }

  async create(path: string, content: Buffer): Promise<void> {
    const file = join(this.location, path)
    const handle = await open(file, 'wx', 0o600).catch(error => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    })
    if (!handle) return
    try {
      await writeAll(handle, content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await sync(this.location)
  }

  /** After an error the content of the file is unknown: the next changes go to a new file. */
  async append(to: Position, changes: Buffer): Promise<Appended> {
    const { generation, epoch } = this.#open ?? {}
    if (generation !== to.generation || epoch !== to.epoch || (this.#open?.length ?? 0) >= fileBytes)
      await this.close()
    this.#open ??= await this.#begin(to)
    const file = this.#open
    try {
      await writeAll(file.handle, changes)
      await file.handle.sync()
      file.length += changes.length
      await this.#checkFile(file)
    } catch (error) {
      await this.close()
      throw error
    }
    return { name: file.name, bytes: file.length }
  }

  async rename(from: string, to: string): Promise<void> {
    const file = await this.#prepared(to)
    await rename(join(this.location, from), file)
    await sync(dirname(file))
  }

  /** Empty folders are removed too. */
  async remove(paths: readonly string[]): Promise<void> {
    for (const path of paths) await rm(join(this.location, path), { force: true })
    for (const folder of new Set(paths.map(path => dirname(path))))
      if (folder !== '.') await rmdir(join(this.location, folder)).catch(() => undefined)
  }

  async close(): Promise<void> {
    const open = this.#open
    this.#open = undefined
    await open?.handle.close().catch(() => undefined)
  }

  async #begin({ generation, epoch, n }: Position): Promise<OpenFile> {
    const name = newChangesFile(epoch, n)
    const file = join(this.location, generation, name)
    const handle = await open(file, 'ax', 0o600).catch(error => {
      throw isMissing(error) ? new NotInTarget(`${dirname(file)} was removed`) : error
    })
    await sync(dirname(file))
    return { generation, epoch, name, handle, length: 0 }
  }

  /** A removed file can still be written to, and an unmounted disk leaves another folder under the same name. */
  async #checkFile({ generation, name, handle, length }: OpenFile): Promise<void> {
    const path = join(this.location, generation, name)
    const [written, found] = [await handle.stat(), await stat(path).catch(() => undefined)]
    const isThere = found && found.ino === written.ino && found.dev === written.dev && found.size === length
    if (!isThere) throw new NotInTarget(`${path} was removed, or something else is in its place`)
  }

  async #prepared(path: string): Promise<string> {
    const file = join(this.location, path)
    if (dirname(path) === '.') return file
    try {
      await mkdir(dirname(file), { mode: 0o700 })
      await sync(this.location)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    return file
  }
}

async function writeWhole(path: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<number> {
  const handle = await open(path, 'w', 0o600)
  let length = 0
  try {
    for await (const part of content) {
      await writeAll(handle, part)
      length += part.length
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return length
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let from = 0; from < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, from)
    from += bytesWritten
  }
}
