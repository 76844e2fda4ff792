import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '#domain/refusal.ts'
import { sync, writeDurably } from '../files.ts'
import type { FilePart, PictureFile, PictureFiles } from './picture-host.ts'

/** Pictures in the data folder. */
export class FolderPictures implements PictureFiles {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'images')
  }

  write(files: readonly PictureFile[]): Promise<void> {
    return this.#writeAll(files)
  }

  writeStream(name: string, content: AsyncIterable<Buffer>): Promise<void> {
    return this.#writeAll([{ name, content }])
  }

  async #writeAll(
    files: readonly { name: string; content: Buffer | AsyncIterable<Buffer> }[],
  ): Promise<void> {
    if (files.length === 0) return
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      for (const { name, content } of files) await writeDurably(join(this.#folder, name), content)
      await sync(this.#folder)
    } catch (error) {
      throw noRoom(error) ?? error
    }
  }

  async readPart(name: string, from: number, length: number): Promise<FilePart | undefined> {
    const handle = await open(join(this.#folder, name)).catch(ignoreMissing)
    if (!handle) return undefined
    try {
      const { size } = await handle.stat()
      const piece = Buffer.alloc(Math.max(0, Math.min(length, size - from)))
      const { bytesRead } = await handle.read(piece, 0, piece.length, from)
      return { piece: piece.subarray(0, bytesRead), whole: size }
    } finally {
      await handle.close()
    }
  }

  read(name: string): Promise<Buffer | undefined> {
    return readFile(join(this.#folder, name)).catch(ignoreMissing)
  }

  async list(before = Number.POSITIVE_INFINITY): Promise<string[]> {
    const files = (await readdir(this.#folder).catch(ignoreMissing)) ?? []
    const old: string[] = []
    for (const file of files.filter(name => !name.startsWith('.'))) {
      const found = await stat(join(this.#folder, file)).catch(ignoreMissing)
      if (found?.isFile() && found.mtimeMs < before) old.push(file)
    }
    return old
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(this.#folder, name), { force: true })
  }
}

/** The folder does not exist yet, or another process has removed the file. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function noRoom(error: unknown): Refusal | undefined {
  const full = error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))
  return full ? new Refusal('unavailable', 'The shop has no space left for files right now.') : undefined
}
