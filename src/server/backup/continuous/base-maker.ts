import * as numbers from '../../store/numbers.ts'
import { type Copy, copyDatabase, removeCopy, writeBase } from './bases.ts'
import type { Context } from './context.ts'
import type { Generation } from './generation.ts'
import { baseFile, baseNote } from './layout.ts'
import { NotInTarget, type Target } from './target.ts'

interface Hooks {
  everyMs: number
  retryMs: number
  /** Copies the files that must be in the target before the database. */
  before(): Promise<void>
  /** Fails if another shop has started to write to the target. */
  mayCount(): Promise<void>
  done(): void
  failed(error: unknown): void
}

/**
 * Copies the whole database into a generation when a copy is due, while changes are shipped: first to the shop's own
 * disk and then, when the last change in the copy was shipped, to the target.
 */
export class BaseMaker {
  readonly #context: Context
  readonly #target: Target
  readonly #hooks: Hooks
  #copy: Copy | undefined
  #step: Promise<void> | undefined
  #tryAt = 0

  constructor(context: Context, target: Target, hooks: Hooks) {
    this.#context = context
    this.#target = target
    this.#hooks = hooks
  }

  get settled(): Promise<void> | undefined {
    return this.#step
  }

  /** Starts the next step, unless one is running or none is due. */
  work(generation: Generation): void {
    if (this.#step) return
    if (this.#copy) {
      const hash = generation.hashAt(this.#copy.n)
      if (hash !== undefined) this.#begin(this.#upload(generation, this.#copy, hash))
    } else if (this.#context.elapsed() >= this.#tryAt && this.#isDue(generation)) {
      generation.beginTrail()
      this.#begin(this.#makeCopy())
    }
  }

  /** Drops the copy of a generation that is not continued. */
  forget(): void {
    this.#copy = undefined
  }

  #isDue(generation: Generation): boolean {
    const last = generation.bases.at(-1)
    if (!last || !generation.isWhole) return true
    return generation.head.n > last.n && Math.abs(this.#context.now() - last.at) >= this.#hooks.everyMs
  }

  #begin(step: Promise<void>): void {
    this.#step = step
      .catch(error => {
        this.#tryAt = this.#context.elapsed() + this.#hooks.retryMs
        this.#hooks.failed(error)
      })
      .finally(() => {
        this.#step = undefined
      })
  }

  async #makeCopy(): Promise<void> {
    const { db, databaseFile, now } = this.#context
    this.#copy = await copyDatabase(databaseFile, now(), await numbers.highestUsed(db.read))
  }

  async #upload(generation: Generation, copy: Copy, hash: string): Promise<void> {
    this.#copy = undefined
    try {
      await this.#hooks.before()
      const base = await writeBase(this.#target, generation.name, copy, {
        hash,
        mayCount: this.#hooks.mayCount,
      })
      const sizes = await this.#target.sizes(generation.name)
      const files = [baseFile(base.name), baseNote(base.name)].map(
        name => [name, sizes.get(name) ?? 0] as const,
      )
      if (files.some(([, bytes]) => bytes === 0))
        throw new NotInTarget(`the copy is not in ${this.#target.location}`)
      generation.added(base, new Map(files))
      generation.endTrail()
      this.#hooks.done()
    } finally {
      await removeCopy(copy.file)
    }
  }
}
