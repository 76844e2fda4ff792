import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sync } from '../files.ts'
import { changesFile } from './names.ts'
import type { Target } from './target.ts'

/** A file of changes that is so long is followed by another one, so that old ones can go. */
const fileBytes = 16 * 1024 * 1024

interface OpenFile {
  generation: string
  handle: FileHandle
  length: number
}

/** A folder, best on another disk than the shop's. */
export class FolderTarget implements Target {
  readonly place: string
  #open: OpenFile | undefined

  constructor(folder: string) {
    this.place = folder
  }

  async list(folder: string): Promise<string[]> {
    const names = await readdir(join(this.place, folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    return names.sort()
  }

  read(path: string): AsyncIterable<Buffer> {
    return createReadStream(join(this.place, path))
  }

  async write(path: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    const file = await this.#prepared(path)
    const draft = `${file}.part`
    try {
      const handle = await open(draft, 'w', 0o600)
      try {
        for await (const part of content) await writeAll(handle, part)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, file)
      await sync(dirname(file))
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined)
      throw error
    }
  }

  /** After a fault nobody knows what of a file is on the disk: it is left alone, and another one goes on. */
  async append(generation: string, seq: number, changes: Buffer): Promise<void> {
    if (this.#open?.generation !== generation || this.#open.length >= fileBytes) await this.close()
    this.#open ??= await this.#begin(generation, seq)
    try {
      await writeAll(this.#open.handle, changes)
      await this.#open.handle.sync()
      this.#open.length += changes.length
    } catch (error) {
      await this.close()
      throw error
    }
  }

  async rename(from: string, to: string): Promise<void> {
    const file = await this.#prepared(to)
    await rename(join(this.place, from), file)
    await sync(dirname(file))
  }

  /** A folder of which nothing is left goes as well. */
  async remove(paths: readonly string[]): Promise<void> {
    for (const path of paths) await rm(join(this.place, path), { force: true })
    for (const folder of new Set(paths.map(path => dirname(path))))
      if (folder !== '.') await rmdir(join(this.place, folder)).catch(() => undefined)
  }

  async close(): Promise<void> {
    const open = this.#open
    this.#open = undefined
    await open?.handle.close().catch(() => undefined)
  }

  async #begin(generation: string, seq: number): Promise<OpenFile> {
    const file = await this.#prepared(join(generation, changesFile(seq, Date.now())))
    const handle = await open(file, 'ax', 0o600)
    await sync(dirname(file))
    return { generation, handle, length: 0 }
  }

  /** With the folders that lead to it. The uppermost is somebody's disk: where it is gone, it is not made anew. */
  async #prepared(path: string): Promise<string> {
    const file = join(this.place, path)
    if (dirname(path) !== '.') {
      const made = await mkdir(dirname(file), { recursive: false, mode: 0o700 }).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false
          throw error
        },
      )
      if (made) await sync(this.place)
    }
    return file
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let from = 0; from < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, from)
    from += bytesWritten
  }
}
