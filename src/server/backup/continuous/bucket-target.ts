import type { Bucket } from '../../adapters/bucket.ts'
import { upload } from '../../adapters/bucket-upload.ts'
import { newChangesFile } from './layout.ts'
import { type Appended, NotInTarget, type Position, type Target } from './target.ts'

/**
 * Objects cannot be appended to. So an object is rewritten with more changes, up to this length: fewer objects are
 * faster to read.
 */
const objectBytes = 256 * 1024
const pieceBytes = 8 * 1024 * 1024

interface OpenObject extends Position {
  name: string
  content: Buffer
}

/** A bucket, or a part of one, ideally with another provider than the shop's. */
export class BucketTarget implements Target {
  readonly location: string
  readonly #bucket: Bucket
  #open: OpenObject | undefined

  constructor(bucket: Bucket) {
    this.#bucket = bucket
    this.location = bucket.place
  }

  async list(folder: string): Promise<string[]> {
    return (await this.#bucket.names(folder)).sort()
  }

  async sizes(folder: string): Promise<Map<string, number>> {
    const entries = await this.#bucket.list(`${folder}/`)
    return new Map(entries.map(({ key, bytes }) => [key.slice(folder.length + 1), bytes]))
  }

  async *read(path: string): AsyncGenerator<Buffer> {
    for (let from = 0, length = 1; from < length; ) {
      const found = await this.#bucket.getPiece(path, from, pieceBytes)
      if (!found) throw Object.assign(new Error(`${path} is missing in ${this.location}`), { code: 'ENOENT' })
      yield found.piece
      from += found.piece.length
      length = found.whole
    }
  }

  async write(path: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    let length = 0
    async function* counted() {
      for await (const part of content) {
        length += part.length
        yield part
      }
    }
    await upload(this.#bucket, path, counted())
    await this.#checkObject(path, length)
  }

  /** Storage that ignores the condition writes anyway: the caller checks the content afterwards. */
  async create(key: string, body: Buffer): Promise<void> {
    const headers = { 'content-type': 'application/json', 'if-none-match': '*' }
    const allowed = ['PreconditionFailed', 'ConditionalRequestConflict', 'NotImplemented']
    const { status } = await this.#bucket.ask({ method: 'PUT', key, body, headers }, { allowed })
    if (status === 501) await this.#bucket.put(key, body)
  }

  /** A write without an answer may still arrive much later. So its name is never reused, and each write is tried once. */
  async append(to: Position, changes: Buffer): Promise<Appended> {
    const open = this.#open
    this.#open = undefined
    const continues =
      open?.generation === to.generation &&
      open.epoch === to.epoch &&
      open.content.length + changes.length <= objectBytes
    const fresh = () => ({ ...to, name: newChangesFile(to.epoch, to.n), content: changes })
    const next = continues ? { ...open, content: Buffer.concat([open.content, changes]) } : fresh()
    this.#open = await this.#put(next).catch(() => this.#put(fresh()))
    return { name: this.#open.name, bytes: this.#open.content.length }
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

  async #put(object: OpenObject): Promise<OpenObject> {
    const path = `${object.generation}/${object.name}`
    const tag = await this.#bucket.put(path, object.content, { tries: 1 })
    await this.#checkObject(path, object.content.length, tag)
    return object
  }

  /** Reads the first byte: the answer has the length and the tag of the object. */
  async #checkObject(path: string, length: number, tag?: string): Promise<void> {
    const found = await this.#bucket.getPiece(path, 0, 1)
    const isOther = tag !== undefined && found?.tag !== undefined && found.tag !== tag
    if (found?.whole !== length || isOther)
      throw new NotInTarget(`${path} is not in ${this.location} as it was written`)
  }
}
