import type { Bucket } from '../adapters/bucket.ts'
import { upload } from '../adapters/bucket-upload.ts'
import { changesFile } from './names.ts'
import type { Target } from './target.ts'

/**
 * Nothing can be put behind what is in a bucket. So changes are put there again together with those before them, up to this
 * length: the fewer there are, the sooner they are listed and read.
 */
const objectBytes = 256 * 1024
const pieceBytes = 8 * 1024 * 1024

interface OpenObject {
  generation: string
  key: string
  content: Buffer
}

/** A bucket, or a part of one, best not at the place where the shop is. */
export class BucketTarget implements Target {
  readonly place: string
  readonly #bucket: Bucket
  #open: OpenObject | undefined
  #lastMoment = 0

  constructor(bucket: Bucket) {
    this.#bucket = bucket
    this.place = bucket.place
  }

  async list(folder: string): Promise<string[]> {
    return (await this.#bucket.names(folder)).sort()
  }

  async *read(path: string): AsyncGenerator<Buffer> {
    for (let from = 0, length = 1; from < length; ) {
      const found = await this.#bucket.getPiece(path, from, pieceBytes)
      if (!found) throw Object.assign(new Error(`${path} is missing in ${this.place}`), { code: 'ENOENT' })
      yield found.piece
      from += found.piece.length
      length = found.whole
    }
  }

  write(path: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    return upload(this.#bucket, path, content)
  }

  /**
   * A write that got no answer may still arrive, later than anything: under a key of its own it then puts back what
   * everybody knows of. So such a key is never used again, and each write is tried once.
   */
  async append(generation: string, seq: number, changes: Buffer): Promise<void> {
    const open = this.#open
    this.#open = undefined
    const goesOn = open?.generation === generation && open.content.length + changes.length <= objectBytes
    const anew = () => this.#begin(generation, seq, changes)
    const next = goesOn ? { ...open, content: Buffer.concat([open.content, changes]) } : anew()
    this.#open = await this.#put(next).catch(() => this.#put(anew()))
  }

  async rename(from: string, to: string): Promise<void> {
    const content = await this.#bucket.get(from)
    if (content) await this.#bucket.put(to, content)
    await this.#bucket.remove([from])
  }

  remove(paths: readonly string[]): Promise<void> {
    return this.#bucket.remove(paths)
  }

  async close(): Promise<void> {
    this.#open = undefined
  }

  #begin(generation: string, seq: number, content: Buffer): OpenObject {
    this.#lastMoment = Math.max(Date.now(), this.#lastMoment + 1)
    return { generation, key: `${generation}/${changesFile(seq, this.#lastMoment)}`, content }
  }

  async #put(object: OpenObject): Promise<OpenObject> {
    await this.#bucket.put(object.key, object.content, { tries: 1 })
    return object
  }
}
