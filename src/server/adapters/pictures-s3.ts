import { isStoredFile, mediaFile } from '#contract/pictures.ts'
import { Refusal } from '#domain/refusal.ts'
import { queues } from '../queues/queues.ts'
import { type Requester, SharedQueue, shopRequester } from '../queues/shared-queue.ts'
import { allDone, type Bucket, BucketFault } from './bucket.ts'
import { upload } from './bucket-upload.ts'
import type { PictureFile, PictureFiles } from './picture-host.ts'
import { typeOf } from './picture-names.ts'

const folder = 'images/'

const partBytes = 4 * 2 ** 20

/** Pictures in a bucket, which every process on every machine can read. */
export class BucketPictures implements PictureFiles {
  readonly #bucket: Bucket
  /** Slow storage must not fill the shop with visitors who wait for pictures: others could not order any more. */
  readonly #reads = new SharedQueue(queues.storedPictures)

  constructor(bucket: Bucket) {
    this.#bucket = bucket
  }

  async write(files: readonly PictureFile[]): Promise<void> {
    const put = ({ name, content }: PictureFile) =>
      this.#bucket.put(`${folder}${name}`, content, { type: typeOf(name) })
    await allDone(files.map(put)).catch(throwNotStored)
  }

  writeStream(name: string, content: AsyncIterable<Buffer>): Promise<void> {
    return upload(this.#bucket, `${folder}${name}`, content).catch(throwNotStored)
  }

  read(name: string, asker: Requester = shopRequester): Promise<Buffer | undefined> {
    if (mediaFile.test(name)) return this.#readInParts(name, asker)
    return this.#reads.run(asker, () => this.#bucket.get(`${folder}${name}`)).catch(throwUnavailable)
  }

  readPart(name: string, from: number, length: number, asker: Requester = shopRequester) {
    return this.#reads
      .run(asker, () => this.#bucket.getPiece(`${folder}${name}`, from, length))
      .catch(throwUnavailable)
  }

  /** Each part has its own time limit, so a large file may take longer than one call. */
  async #readInParts(name: string, asker: Requester): Promise<Buffer | undefined> {
    const pieces: Buffer[] = []
    for (let length = 0; ; ) {
      const part = await this.readPart(name, length, partBytes, asker)
      if (!part) return undefined
      pieces.push(part.piece)
      length += part.piece.length
      if (part.piece.length === 0 || length >= part.whole) return Buffer.concat(pieces)
    }
  }

  async list(before = Number.POSITIVE_INFINITY): Promise<string[]> {
    const entries = await this.#bucket.list(folder).catch(throwUnavailable)
    const old = entries.filter(({ writtenAt }) => writtenAt < before)
    // There are no drafts in a bucket. Other objects in this folder do not belong to the shop and are not removed.
    return old.map(({ key }) => key.slice(folder.length)).filter(isStoredFile)
  }

  remove(names: readonly string[]): Promise<void> {
    return this.#bucket.remove(names.map(name => `${folder}${name}`)).catch(throwUnavailable)
  }
}

function throwUnavailable(error: unknown): never {
  throw error instanceof BucketFault ? unavailable(error) : error
}

const unavailable = (cause?: Error) =>
  new Refusal('unavailable', 'Pictures cannot be reached right now. Please try again in a moment.', {
    retryAfter: 5,
    ...(cause && { cause }),
  })

/** The storage's own error code helps with a wrong key or a full bucket. */
function throwNotStored(error: unknown): never {
  if (!(error instanceof BucketFault)) throw error
  const detail = 'The picture storage did not accept the file. Please try again in a moment.'
  throw new Refusal('provider_failed', error.code ? `${detail} It says: ${error.code}` : detail, {
    cause: error,
  })
}
