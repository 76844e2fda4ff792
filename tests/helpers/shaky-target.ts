import { basename, join } from 'node:path'
import { Bucket } from '../../src/server/adapters/bucket.ts'
import { BucketTarget } from '../../src/server/follow/bucket-target.ts'
import { FolderTarget } from '../../src/server/follow/folder-target.ts'
import type { Target } from '../../src/server/follow/target.ts'
import type { Random } from '../../torture/random.ts'
import { type Storage, treatments } from './storage.ts'

type Append = Parameters<Target['append']>

export interface ShakyKind {
  kind: string
  seeds: number[]
  /** How many moments are restored after each part of its life: from a bucket that takes longest. */
  looks: number
  target(folder: string): Target
  /** An append that does not come through, or that nobody hears of. */
  spoil(target: Target, append: Append, random: Random): Promise<void>
}

/** A folder, and a bucket in the storage. */
export const shakyKinds = (storage: Storage): ShakyKind[] => [
  {
    kind: 'folder',
    seeds: [1, 2],
    looks: 5,
    target: folder => new FolderTarget(join(folder, 'backup')),
    async spoil(target, [generation, seq, changes]) {
      await target.append(generation, seq, changes.subarray(0, Math.floor(changes.length / 2)))
      await target.close()
      throw new Error('no space left on device')
    },
  },
  {
    kind: 'bucket',
    seeds: [1],
    looks: 2,
    target: folder => {
      const config = { ...storage.config, prefix: `${basename(folder)}/` }
      return new BucketTarget(new Bucket(config, { failures: Number.POSITIVE_INFINITY }))
    },
    /** What was given up arrives later, when others have been written. */
    async spoil(target, append, random) {
      const { cut, loseAnswer } = treatments
      await storage.letThrough()
      storage.next = random.pick([
        [storage.late],
        [storage.late, storage.late],
        [loseAnswer],
        [cut, storage.late],
      ])
      await target.append(...append)
    },
  },
]

/** A target that fails now and then, in the middle of a write, and lets whole copies wait. */
export class ShakyTarget implements Target {
  readonly place: string
  readonly #inner: Target
  readonly #spoil: (append: Append) => Promise<void>
  failures = 0
  #gate = Promise.withResolvers<void>()

  constructor(inner: Target, spoil: (append: Append) => Promise<void>) {
    this.#inner = inner
    this.#spoil = spoil
    this.place = inner.place
  }

  closeGate(): void {
    // Whoever waits already waits for the same gate.
    this.openGate()
    this.#gate = Promise.withResolvers<void>()
  }

  openGate(): void {
    this.#gate.resolve()
  }

  async write(...given: Parameters<Target['write']>): Promise<void> {
    await this.#gate.promise
    return this.#inner.write(...given)
  }

  async append(...given: Append): Promise<void> {
    if (this.failures === 0) return this.#inner.append(...given)
    this.failures--
    await this.#spoil(given)
  }

  list = (folder: string) => this.#inner.list(folder)
  read = (path: string) => this.#inner.read(path)
  rename = (from: string, to: string) => this.#inner.rename(from, to)
  remove = (paths: readonly string[]) => this.#inner.remove(paths)
  close = () => this.#inner.close()
}
