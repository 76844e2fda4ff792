import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Refusal } from '#domain/refusal.ts'
import { sync, writeDurably } from '../files.ts'
import { pictureFrom } from './decode-picture.ts'
import type { PictureHost } from './picture-host.ts'

const widths = [960, 480]
const formats = ['avif', 'webp'] as const

/** Keeps pictures in the data folder, each in two sizes and two formats. */
export class DiskPictures implements PictureHost {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'images')
  }

  async keep(bytes: Buffer): Promise<string> {
    const picture = await pictureFrom(bytes)
    const name = randomBytes(16).toString('hex')
    const files: [string, Buffer][] = []
    for (const width of widths)
      for (const format of formats)
        files.push([`${name}-${width}.${format}`, await picture.encoded(width, format)])
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      for (const [file, content] of files) await writeDurably(join(this.#folder, file), content)
      await sync(this.#folder)
    } catch (error) {
      await Promise.all(files.map(([file]) => rm(join(this.#folder, file), { force: true })))
      throw noRoom(error) ?? error
    }
    return `/images/${name}-960.webp`
  }

  /** Files that were written before that moment. */
  async listOlderThan(moment: number): Promise<string[]> {
    const files = await readdir(this.#folder).catch(none)
    const old: string[] = []
    for (const file of files) {
      const found = await stat(join(this.#folder, file)).catch(none)
      if ('mtimeMs' in found && found.isFile() && found.mtimeMs < moment) old.push(file)
    }
    return old
  }

  /** All sizes and formats of one. */
  removePicture(picture: string): Promise<void> {
    return this.remove(addressesOf(picture).map(address => basename(address)))
  }

  async remove(files: readonly string[]): Promise<void> {
    for (const file of files) await rm(join(this.#folder, file), { force: true })
  }
}

/** What the sizes and formats of one picture have in common, from a file's name or its address. */
export const pictureOf = (file: string): string => /[a-f0-9]{32}/.exec(file)?.[0] ?? file

/** Under which addresses an item may show it. */
export const addressesOf = (picture: string): string[] =>
  widths.flatMap(width => formats.map(format => `/images/${picture}-${width}.${format}`))

/** No folder yet, or a file that another process has removed meanwhile. */
function none(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}

function noRoom(error: unknown): Refusal | undefined {
  const full = error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))
  return full ? new Refusal('unavailable', 'The shop has no room for pictures right now.') : undefined
}
