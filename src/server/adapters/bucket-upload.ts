import { type Bucket, BucketFault } from './bucket.ts'
import { valueIn } from './s3-responses.ts'

/** Every part except the last needs at least 5 MB, and there can be 10,000. */
const defaultPartBytes = 8 * 1024 * 1024

/** Uploads content of unknown length: in one call if it is short, in parts if it is long. */
export async function upload(
  bucket: Bucket,
  key: string,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
  partBytes = defaultPartBytes,
): Promise<void> {
  let parts: PartsUpload | undefined
  try {
    for await (const { part, isLast } of partsOf(content, partBytes)) {
      if (isLast && !parts) return void (await bucket.put(key, part))
      parts ??= await PartsUpload.begin(bucket, key)
      await parts.add(part)
    }
    await parts?.complete()
  } catch (error) {
    await parts?.abort()
    throw error
  }
}

/** Combines pieces of any length into parts of equal length. The last may be shorter, or empty if it is the only one. */
async function* partsOf(
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
  partBytes: number,
): AsyncGenerator<{ part: Buffer; isLast: boolean }> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const piece of content) {
    if (length >= partBytes) {
      yield { part: Buffer.concat(waiting), isLast: false }
      waiting = []
      length = 0
    }
    waiting.push(piece)
    length += piece.length
  }
  yield { part: Buffer.concat(waiting), isLast: true }
}

class PartsUpload {
  readonly #bucket: Bucket
  readonly #key: string
  readonly #id: string
  readonly #tags: string[] = []
  #bytes = 0

  private constructor(bucket: Bucket, key: string, id: string) {
    this.#bucket = bucket
    this.#key = key
    this.#id = id
  }

  static async begin(bucket: Bucket, key: string): Promise<PartsUpload> {
    const { body } = await bucket.ask({ method: 'POST', key, query: { uploads: '' } })
    const id = valueIn(body.toString(), 'UploadId')
    if (!id) throw new BucketFault(`${bucket.place} takes nothing in parts.`)
    return new PartsUpload(bucket, key, id)
  }

  async add(body: Buffer): Promise<void> {
    const partNumber = String(this.#tags.length + 1)
    const query = { partNumber, uploadId: this.#id }
    const { headers } = await this.#bucket.ask({ method: 'PUT', key: this.#key, query, body })
    this.#tags.push(headers.get('etag') ?? '')
    this.#bytes += body.length
  }

  /** If the first answer was lost, the second try finds no upload to complete: the object may exist nevertheless. */
  async complete(): Promise<void> {
    await this.#completeOnce().catch(async error => {
      if (!(await this.#isThere())) throw error
    })
  }

  /** Storage may send 200 before it is done, and report the failure in the body. */
  async #completeOnce(): Promise<void> {
    const parts = this.#tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    )
    const { body } = await this.#bucket.ask({
      method: 'POST',
      key: this.#key,
      query: { uploadId: this.#id },
      headers: { 'content-type': 'application/xml' },
      body: Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`),
    })
    const answer = body.toString()
    if (valueIn(answer, 'CompleteMultipartUploadResult') !== undefined) return
    const code = valueIn(answer, 'Code') ?? 'no answer'
    throw new BucketFault(`${this.#bucket.place} has not put the parts together (${code}).`, code)
  }

  async #isThere(): Promise<boolean> {
    const entries = await this.#bucket.list(this.#key)
    return entries.some(({ key, bytes }) => key === this.#key && bytes === this.#bytes)
  }

  /** If this fails too, a rule of the bucket can remove the parts. */
  async abort(): Promise<void> {
    const call = { method: 'DELETE', key: this.#key, query: { uploadId: this.#id } } as const
    await this.#bucket.ask(call, { allowed: ['NoSuchUpload'] }).catch(() => undefined)
  }
}
