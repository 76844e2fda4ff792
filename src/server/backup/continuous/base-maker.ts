import * as numbers from '../../store/numbers.ts'
import { type Copy, copyDatabase, removeCopy, writeBase } from './bases.ts'
import type { Surroundings } from './context.ts'
import type { Generation } from './generation.ts'
import { baseFile, baseNote } from './layout.ts'
import { NotThere, type Target } from './target.ts'

interface Ways {
  everyMs: number
  retryMs: number
  /** What has to be in the target before a copy counts. */
  before(): Promise<void>
  /** Fails where somebody else writes to the target by now. */
  mayCount(): Promise<void>
  done(): void
  failed(error: unknown): void
}

/**
 * Copies the whole database into a generation when that is due, beside the changes that are shipped meanwhile: first on
 * the shop's own disk and then, when the last change that is in it was shipped, to the target.
 */
export class BaseMaker {
  readonly #around: Surroundings
  readonly #target: Target
  readonly #ways: Ways
  #copy: Copy | undefined
  #step: Promise<void> | undefined
  #tryAt = 0

  constructor(around: Surroundings, target: Target, ways: Ways) {
    this.#around = around
    this.#target = target
    this.#ways = ways
  }

  get settled(): Promise<void> | undefined {
    return this.#step
  }

  /** Begins the next step, unless one is under way or none is due. */
  work(generation: Generation): void {
    if (this.#step) return
    if (this.#copy) {
      const hash = generation.hashAt(this.#copy.n)
      if (hash !== undefined) this.#begin(this.#upload(generation, this.#copy, hash))
    } else if (this.#around.elapsed() >= this.#tryAt && this.#isDue(generation)) {
      generation.beginTrail()
      this.#begin(this.#makeCopy())
    }
  }

  /** The generation that the copy was made for does not go on. */
  forget(): void {
    this.#copy = undefined
  }

  #isDue(generation: Generation): boolean {
    const last = generation.bases.at(-1)
    if (!last || !generation.isWhole) return true
    return generation.head.n > last.n && Math.abs(this.#around.now() - last.at) >= this.#ways.everyMs
  }

  #begin(step: Promise<void>): void {
    this.#step = step
      .catch(error => {
        this.#tryAt = this.#around.elapsed() + this.#ways.retryMs
        this.#ways.failed(error)
      })
      .finally(() => {
        this.#step = undefined
      })
  }

  async #makeCopy(): Promise<void> {
    const { db, databaseFile, now } = this.#around
    this.#copy = await copyDatabase(databaseFile, now(), await numbers.highestGiven(db.read))
  }

  async #upload(generation: Generation, copy: Copy, hash: string): Promise<void> {
    this.#copy = undefined
    try {
      await this.#ways.before()
      const base = await writeBase(this.#target, generation.name, copy, {
        hash,
        mayCount: this.#ways.mayCount,
      })
      const sizes = await this.#target.sizes(generation.name)
      const files = [baseFile(base.name), baseNote(base.name)].map(
        name => [name, sizes.get(name) ?? 0] as const,
      )
      if (files.some(([, bytes]) => bytes === 0))
        throw new NotThere(`the copy is not in ${this.#target.place}`)
      generation.added(base, new Map(files))
      generation.endTrail()
      this.#ways.done()
    } finally {
      await removeCopy(copy.file)
    }
  }
}
