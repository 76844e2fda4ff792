import { type HeldLog, LogLost } from '../db/held-log.ts'
import { writeBase } from './bases.ts'
import { FileCopies, type Pictures } from './copy-files.ts'
import { Generation } from './generation.ts'
import { prune } from './prune.ts'
import type { Target } from './target.ts'

const day = 86_400_000

export const paces = {
  /** The log is written back when it is so long (4 MB); SQLite itself does the same. */
  logFrames: 1000,
  /** What waits for a target that does not take it, or the log while a base is copied, grows to this at most: then the
   *  shop's own disk counts more than the backup, and another generation begins later. */
  mostWaiting: 8192,
  mostFrames: 65_536,
  baseEveryMs: day,
  /** After a fault of the target, and after a base that failed. */
  retryMs: 2000,
  retryBaseMs: 30_000,
  signOfLifeMs: 60_000,
  pruneEveryMs: day / 24,
}

export interface Surroundings {
  log: HeldLog
  dataDir: string
  pictures: Pictures | undefined
  target: Target
  /** How far back a moment can be restored. */
  keepMs: number
  now(): number
  warn(sentence: string): void
}

/**
 * Ships what the shop commits to another place, a few times a second, and never makes it wait. Each turn takes what is
 * new from the log without a pause, so that nothing comes in between, and then writes it at the target's pace.
 */
export class Follower {
  readonly #around: Surroundings
  readonly #paces: typeof paces
  readonly #files: FileCopies
  #generation: Generation | undefined
  #base: Promise<void> | undefined
  #tidying: Promise<void> | undefined
  #turn: Promise<void> | undefined
  #trouble: string | undefined
  #coveredUntil: number | undefined
  #tryAt = 0
  #tryBaseAt = 0
  #pruneAt = 0

  constructor(around: Surroundings, tuned: Partial<typeof paces> = {}) {
    this.#around = around
    this.#paces = { ...paces, ...tuned }
    this.#files = new FileCopies(around.dataDir, around.pictures, around.target)
  }

  /** All that was committed before this moment can be restored; undefined before there is a first copy. */
  get coveredUntil(): number | undefined {
    return this.#coveredUntil
  }

  /** Starts a turn, unless one is under way; what waits for that one must not fill the shop's disk. */
  tick(): void {
    const { log, now } = this.#around
    if (log.isHeld) {
      const { frames, waiting } = log.length
      if (waiting > this.#paces.mostWaiting || frames > this.#paces.mostFrames)
        this.#giveUp('too much has gathered that could not be copied')
    }
    if (this.#turn || now() < this.#tryAt) return
    this.#turn = this.turn()
      .catch(error => this.#failed(error))
      .finally(() => {
        this.#turn = undefined
      })
  }

  /** When no turn is under way, and nothing beside it either unless told. */
  async settled(part: 'all' | 'turn' = 'all'): Promise<void> {
    await this.#turn
    if (part === 'all') await Promise.all([this.#base, this.#tidying])
  }

  /** The last turn, with everything that was committed. */
  async stop(): Promise<void> {
    await this.settled()
    await this.turn().catch(error => this.#failed(error))
    await this.settled()
    this.#around.log.letGo()
    await this.#around.target.close()
  }

  async turn(): Promise<void> {
    const { log, now } = this.#around
    if (!this.#generation) {
      if (!log.hold()) return
      this.#generation = new Generation(this.#around.target, now())
      this.#tryBaseAt = 0
    }
    const generation = this.#generation
    if (generation.isWaiting) await this.#put(generation)
    else await this.#ship(generation)
    if (now() >= this.#pruneAt && !this.#tidying) this.#tidying = this.#tidy()
    if (this.#trouble) this.#around.warn('The backup goes on.')
    this.#trouble = undefined
  }

  async #ship(generation: Generation): Promise<void> {
    const { log, now } = this.#around
    const taken = log.take()
    const at = now()
    const isStill = this.#rewound(generation, at)
    if (taken.pages.size > 0 || at - generation.at >= this.#paces.signOfLifeMs) {
      await generation.prepare(taken, at)
      await this.#put(generation)
    }
    if (this.#generation !== generation) return
    if (generation.basedAt !== undefined) this.#coveredUntil = at
    if (isStill) this.#base = this.#copyBase(generation, at)
  }

  /** The first base brings the pictures that are there already; from then on each comes before the rows that show it. */
  async #put(generation: Generation): Promise<void> {
    if (generation.basedAt !== undefined) await this.#files.copyNew()
    await generation.flush()
  }

  /** Writes the log back where that is due; true when a base is, and the file stays as it is for as long as that takes. */
  #rewound(generation: Generation, at: number): boolean {
    const { log } = this.#around
    if (this.#base) return false
    const since = generation.basedAt ?? Number.NEGATIVE_INFINITY
    const isDue = at - since >= this.#paces.baseEveryMs && at >= this.#tryBaseAt
    if (!isDue && log.length.frames < this.#paces.logFrames) return false
    return log.rewind() && isDue
  }

  async #copyBase(generation: Generation, at: number): Promise<void> {
    const { log, target, now } = this.#around
    const isFirst = generation.basedAt === undefined
    const place = { generation: generation.name, seq: generation.seq, hash: generation.hash, at }
    const beforeNote = async () => {
      if (isFirst) await this.#files.copyNew()
      return this.#generation === generation && log.isHeld
    }
    try {
      if (await writeBase(target, log.fileHandle, place, beforeNote)) {
        generation.basedAt = at
        this.#pruneAt = now()
      }
    } catch (error) {
      this.#tryBaseAt = now() + this.#paces.retryBaseMs
      this.#tell(error)
    } finally {
      this.#base = undefined
    }
  }

  /** Beside the turns: a target may take its time to say what it has, and changes must not wait for that. */
  async #tidy(): Promise<void> {
    const { target, now, keepMs } = this.#around
    this.#pruneAt = now() + this.#paces.pruneEveryMs
    try {
      await this.#files.putAside()
      await prune(target, now() - keepMs)
    } catch (error) {
      this.#tell(error)
    } finally {
      this.#tidying = undefined
    }
  }

  #failed(error: unknown): void {
    if (error instanceof LogLost) this.#giveUp(error.message)
    else {
      this.#tryAt = this.#around.now() + this.#paces.retryMs
      this.#tell(error)
    }
  }

  /** Once for each kind of trouble, not with every try. */
  #tell(error: unknown): void {
    const words = error instanceof Error ? error.message : String(error)
    if (words !== this.#trouble)
      this.#around.warn(
        `The backup to ${this.#around.target.place} does not go on: ${words}. The shop does; what is ordered now is on this disk alone.`,
      )
    this.#trouble = words
  }

  /** What is there stays, and another generation begins. */
  #giveUp(why: string): void {
    this.#around.log.letGo()
    this.#generation = undefined
    this.#around.warn(
      `The backup to ${this.#around.target.place} begins anew with a copy of everything: ${why}.`,
    )
  }
}
