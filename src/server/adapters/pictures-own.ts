import { randomBytes } from 'node:crypto'
import { fittedName } from '#domain/fitted-picture.ts'
import { pictureFrom, type Shape } from './decode-picture.ts'
import type { PictureFile, PictureFiles, PictureHost } from './picture-host.ts'
import { filesOf, fittedFilesOf } from './picture-names.ts'

/** The shop stores pictures itself, in several sizes and two formats, under unguessable names. */
export class OwnPictures implements PictureHost {
  readonly #files: PictureFiles
  readonly #shape: Shape

  constructor(files: PictureFiles, shape: Shape = 'cropped') {
    this.#files = files
    this.#shape = shape
  }

  async keep(bytes: Buffer): Promise<string> {
    const picture = await pictureFrom(bytes, this.#shape)
    const id = randomBytes(16).toString('hex')
    const isFitted = this.#shape === 'fitted'
    const files: PictureFile[] = []
    for (const { name, width, format } of isFitted ? fittedFilesOf(id, picture) : filesOf(id))
      files.push({ name, content: await picture.encoded(width, format) })
    await this.#files.write(files).catch(async error => {
      await this.#files.remove(files.map(({ name }) => name)).catch(() => undefined)
      throw error
    })
    return `/images/${isFitted ? fittedName(id, picture, picture.width) : `${id}-960`}.webp`
  }
}
