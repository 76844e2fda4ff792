import { extname } from 'node:path'
import { pictureFile } from '#contract/pictures.ts'
import { Refusal } from '#domain/refusal.ts'
import { queues } from '../queues/queues.ts'
import { type Requester, SharedQueue, shopRequester } from '../queues/shared-queue.ts'
import { allDone, type Bucket, BucketFault } from './bucket.ts'
import type { PictureFile, PictureFiles } from './picture-host.ts'

const folder = 'images/'

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
      this.#bucket.put(`${folder}${name}`, content, { type: `image/${extname(name).slice(1)}` })
    await allDone(files.map(put)).catch(throwNotStored)
  }

  read(name: string, asker: Requester = shopRequester): Promise<Buffer | undefined> {
    return this.#reads.run(asker, () => this.#bucket.get(`${folder}${name}`)).catch(throwUnavailable)
  }

  async list(before = Number.POSITIVE_INFINITY): Promise<string[]> {
    const entries = await this.#bucket.list(folder).catch(throwUnavailable)
    const old = entries.filter(({ writtenAt }) => writtenAt < before)
    // There are no drafts in a bucket. Other objects in this folder do not belong to the shop and are not removed.
    return old.map(({ key }) => key.slice(folder.length)).filter(name => pictureFile.test(name))
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
  const detail = 'The picture storage did not take the picture. Please try again in a moment.'
  throw new Refusal('provider_failed', error.code ? `${detail} It says: ${error.code}` : detail, {
    cause: error,
  })
}
