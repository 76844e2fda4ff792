import type { BackupTargetRow } from '../../db/schema/tables.ts'
import * as changeLog from '../../store/change-log.ts'
import * as numbers from '../../store/numbers.ts'
import { BaseMaker } from './base-maker.ts'
import { type Paces, type Surroundings, usualPaces } from './context.ts'
import { FileCopies } from './files.ts'
import { beginGeneration, continueGeneration, epochOf, type Generation, NotContinued } from './generation.ts'
import { generationIn } from './layout.ts'
import { Lease, LeaseHeld } from './lease.ts'
import { adopt } from './ownership.ts'
import { prune } from './prune.ts'
import { NotThere, type Target } from './target.ts'

/**
 * Copies what the log holds to one target, a few times a second, and never makes the shop wait. It says that something
 * is safe only when it has seen it there, under a lease that it has looked at since.
 */
export class Shipper {
  readonly target: Target
  readonly #around: Surroundings
  readonly #paces: Paces
  readonly #lease: Lease
  readonly #files: FileCopies
  #generation: Generation | undefined
  readonly #bases: BaseMaker
  #tidying: Promise<void> | undefined
  #turn: Promise<void> | undefined
  /** When it is safe to say that everything up to then is there, in milliseconds that only ever grow. */
  #coveredAt: number | undefined
  #checkedAt = Number.NEGATIVE_INFINITY
  #nextTurn = 0
  #nextTidy = 0
  #isStopping = false
  #hasWarned = false
  problem: string | undefined

  constructor(around: Surroundings, target: Target, tuned: Partial<Paces> = {}) {
    this.#around = around
    this.target = target
    this.#paces = { ...usualPaces, ...tuned }
    this.#lease = new Lease(target, around.elapsed, this.#paces)
    this.#files = new FileCopies(around.dataDir, around.pictures, target)
    this.#bases = new BaseMaker(around, target, {
      everyMs: this.#paces.baseEveryMs,
      retryMs: this.#paces.retryBaseMs,
      before: () => this.#files.copyNew(),
      mayCount: () => this.#lease.check(),
      done: () => this.#lookSoon(),
      failed: error => this.#tell(error),
    })
  }

  /** How long ago everything was there, in milliseconds; undefined where that was not in this life of the shop. */
  get behindMs(): number | undefined {
    return this.#coveredAt === undefined ? undefined : this.#around.elapsed() - this.#coveredAt
  }

  /** Starts a turn, unless one is under way. */
  tick(): void {
    if (this.#turn || this.#around.elapsed() < this.#nextTurn) return
    this.#turn = this.#tried().finally(() => {
      this.#turn = undefined
    })
  }

  /** When nothing is under way. */
  async settled(): Promise<void> {
    await this.#turn
    await Promise.all([this.#bases.settled, this.#tidying])
  }

  /** The last turn, with everything that was committed. Somebody else may write to the target then. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.settled()
    await this.#tried()
    if (this.#generation) await this.#look(this.#generation).catch(() => undefined)
    await this.#lease.release().catch(() => undefined)
    await this.target.close()
  }

  async #tried(): Promise<void> {
    try {
      await this.#work()
      if (this.problem && this.#coveredAt !== undefined)
        this.#around.warn(`The backup to ${this.target.place} works again.`)
      if (this.#coveredAt !== undefined) this.problem = undefined
    } catch (error) {
      this.#failed(error)
    }
  }

  async #work(): Promise<void> {
    const generation = await this.#opened()
    const { db, elapsed } = this.#around
    const [begun, until] = [elapsed(), await changeLog.lastNumber(db.read)]
    await this.#ship(generation, until)
    if (elapsed() - this.#checkedAt >= this.#paces.checkEveryMs) await this.#look(generation)
    if (generation.isWhole && elapsed() - this.#checkedAt < this.#paces.doubtMs) this.#coveredAt = begun
    if (this.#isStopping) return
    this.#bases.work(generation)
    if (elapsed() >= this.#nextTidy && generation.isWhole) this.#tidying ??= this.#tidy(generation)
  }

  /** With the lease, and with a generation that goes on or begins. */
  async #opened(): Promise<Generation> {
    if (this.#generation && this.#lease.epoch !== undefined) return this.#generation
    const row = await this.#row()
    const { db, shopId, dataDir, warn } = this.#around
    const onOwnDisk = await adopt(this.target, { shopId, dataDir, row, warn })
    if (onOwnDisk && !this.#hasWarned)
      warn(
        `The backup in ${this.target.place} is on the same disk as the shop, and goes with it. Choose another disk, or a bucket.`,
      )
    this.#hasWarned = true
    const epoch = await this.#lease.take(await this.#leastEpoch())
    this.#files.forget()
    const generation = await this.#continued(row, epoch)
    if (generation.name !== row.generation)
      await db.write(tx =>
        changeLog.setGeneration(tx, this.target.place, {
          name: generation.name,
          head: generation.head,
          onOwnDisk,
        }),
      )
    this.#checkedAt = Number.NEGATIVE_INFINITY
    this.#generation = generation
    return generation
  }

  async #continued(row: BackupTargetRow, epoch: number): Promise<Generation> {
    const { db, warn } = this.#around
    let parent = row.parent
    if (row.generation !== null)
      try {
        const known = { ...row, generation: row.generation }
        return await continueGeneration(this.target, epoch, known, n =>
          changeLog.listAfter(db.read, n, this.#paces.rows),
        )
      } catch (error) {
        if (!(error instanceof NotContinued)) throw error
        warn(`The backup begins anew with a copy of everything: ${error.message}.`)
        parent = `${row.generation}/${row.n}`
      }
    this.#coveredAt = undefined
    return beginGeneration(this.target, epoch, { n: await changeLog.lastNumber(db.read), parent })
  }

  async #row(): Promise<BackupTargetRow> {
    const row = await changeLog.findTarget(this.#around.db.read, this.target.place)
    if (!row) throw new Error('the database does not know of it')
    return row
  }

  /** Later than all that was ever written, also where the note of the lease was lost. */
  async #leastEpoch(): Promise<number> {
    let highest = 0
    for (const name of await this.target.list(''))
      if (generationIn(name) !== undefined) highest = Math.max(highest, await epochOf(this.target, name))
    return highest + 1
  }

  async #ship(generation: Generation, until: number): Promise<void> {
    const { db } = this.#around
    while (generation.head.n < until) {
      const rows = await changeLog.listAfter(db.read, generation.head.n, this.#paces.rows)
      if (rows.length === 0) return
      // The first copy brings the pictures that are there; from then on each comes before the rows that show it.
      if (generation.bases.length > 0) await this.#files.copyNew()
      await generation.ship(rows, await numbers.highestGiven(db.read))
    }
  }

  /** The lease is still ours, and all that was written is still there. */
  async #look(generation: Generation): Promise<void> {
    const { db, elapsed, now } = this.#around
    const begun = elapsed()
    await this.#lease.renew()
    await generation.check()
    this.#checkedAt = begun
    const coveredAt = this.#coveredAt === undefined ? undefined : now() - (elapsed() - this.#coveredAt)
    const { head } = generation
    await db.write(tx => changeLog.acknowledge(tx, this.target.place, head, coveredAt))
  }

  /** With the next turn: somebody may wait for a first copy. */
  #lookSoon(): void {
    this.#checkedAt = Number.NEGATIVE_INFINITY
    this.#nextTidy = this.#around.elapsed()
  }

  /** Only what is this shop's own, and only in its own generation. */
  async #tidy(generation: Generation): Promise<void> {
    const { elapsed, now, keepDays } = this.#around
    this.#nextTidy = elapsed() + this.#paces.tidyEveryMs
    try {
      await this.#files.putAside(generation.name, generation.head.n)
      await prune(this.target, generation, now(), keepDays)
    } catch (error) {
      this.#tell(error)
    } finally {
      this.#tidying = undefined
    }
  }

  /** Where something is not as it was left, all of it is looked at anew before anything is added. */
  #failed(error: unknown): void {
    this.#nextTurn = this.#around.elapsed() + this.#paces.retryMs
    this.#tell(error)
    if (!(error instanceof LeaseHeld || error instanceof NotThere)) return
    this.#generation = undefined
    this.#bases.forget()
  }

  /** Once for each kind of trouble, not with every try. */
  #tell(error: unknown): void {
    const words = error instanceof Error ? error.message : String(error)
    if (words !== this.problem)
      this.#around.warn(
        `The backup to ${this.target.place} has stopped: ${words}. The shop goes on; what is ordered now is on this disk alone.`,
      )
    this.problem = words
  }
}
