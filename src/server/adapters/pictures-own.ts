import { randomBytes } from 'node:crypto'
import { pictureFrom } from './decode-picture.ts'
import type { PictureFile, PictureFiles, PictureHost } from './picture-host.ts'
import { filesOf } from './picture-names.ts'

/** The shop stores pictures itself, in two sizes and two formats, under unguessable names. */
export class OwnPictures implements PictureHost {
  readonly #files: PictureFiles

  constructor(files: PictureFiles) {
    this.#files = files
  }

  async keep(bytes: Buffer): Promise<string> {
    const picture = await pictureFrom(bytes)
    const id = randomBytes(16).toString('hex')
    const files: PictureFile[] = []
    for (const { name, width, format } of filesOf(id))
      files.push({ name, content: await picture.encoded(width, format) })
    await this.#files.write(files).catch(async error => {
      await this.#files.remove(files.map(({ name }) => name)).catch(() => undefined)
      throw error
    })
    return `/images/${id}-960.webp`
  }
}
