import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Documents } from '../documents.ts'
import { type Upload, UploadError } from './source.ts'

export interface Picture {
  id: string
  /** A secret of the uploader; the last part of delete_url. */
  deleteKey: string
  name: string
  extension: string
  mime: string
  width: number
  height: number
  size: number
  uploadedAt: number
  /** In seconds after the upload; 0 means never. */
  expiration: number
}

export type Size = 'full' | 'thumb'

/** Excludes SVG, which can contain scripts. */
const formats: Record<string, { extension: string; mime: string }> = {
  jpeg: { extension: 'jpg', mime: 'image/jpeg' },
  png: { extension: 'png', mime: 'image/png' },
  webp: { extension: 'webp', mime: 'image/webp' },
  gif: { extension: 'gif', mime: 'image/gif' },
  heif: { extension: 'avif', mime: 'image/avif' },
}

export class Pictures {
  readonly #documents: Documents

  constructor(documents: Documents) {
    this.#documents = documents
  }

  async add({ bytes, parameters, filename }: Upload): Promise<Picture> {
    const { width, height, format, thumb } = await inspect(bytes)
    const id = randomBytes(5).toString('hex')
    const picture: Picture = {
      id,
      deleteKey: randomBytes(16).toString('hex'),
      name: nameFrom(parameters.get('name') || filename) || id,
      ...format,
      width,
      height,
      size: bytes.length,
      uploadedAt: Date.now(),
      expiration: expirationFrom(parameters.get('expiration')),
    }
    // The bytes are stored separately, so that listing pictures does not load them.
    this.#documents.put('imgbb.full', id, bytes.toString('base64'))
    this.#documents.put('imgbb.thumb', id, thumb.toString('base64'))
    this.#documents.put('imgbb.picture', id, picture)
    return picture
  }

  list(): Picture[] {
    return this.#documents.list<Picture>('imgbb.picture', 200).filter(isAlive)
  }

  get(id: string): Picture | undefined {
    const picture = this.#documents.get<Picture>('imgbb.picture', id)
    return picture && isAlive(picture) ? picture : undefined
  }

  bytes(id: string, size: Size): Buffer {
    return Buffer.from(this.#documents.get<string>(`imgbb.${size}`, id) ?? '', 'base64')
  }

  remove(id: string): void {
    for (const kind of ['picture', 'full', 'thumb']) this.#documents.remove(`imgbb.${kind}`, id)
  }
}

const isAlive = ({ uploadedAt, expiration }: Picture): boolean =>
  expiration === 0 || uploadedAt + expiration * 1000 > Date.now()

/** Determines the format from the bytes, not the name. Creating the thumbnail proves that the file is readable. */
async function inspect(bytes: Buffer) {
  try {
    const { width, height, format } = await sharp(bytes).metadata()
    const known = formats[format]
    if (!known) throw new Error(`no ${format} here`)
    const thumb = await sharp(bytes).rotate().resize(180, 180, { fit: 'cover' }).toBuffer()
    return { width, height, format: known, thumb }
  } catch {
    throw new UploadError("Can't get target upload source info", 310)
  }
}

const nameFrom = (name: string): string =>
  name
    .replace(/\.\w{1,5}$/, '')
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100)

function expirationFrom(text: string | null): number {
  const seconds = Number(text || 0)
  return Number.isInteger(seconds) && seconds >= 60 && seconds <= 15_552_000 ? seconds : 0
}
