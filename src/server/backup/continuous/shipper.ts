import type { BackupTargetRow } from '../../db/schema/tables.ts'
import * as changeLog from '../../store/change-log.ts'
import * as numbers from '../../store/numbers.ts'
import { BaseMaker } from './base-maker.ts'
import { type Context, defaultTimings, type Timings } from './context.ts'
import { FileCopies } from './files.ts'
import { beginGeneration, continueGeneration, epochOf, type Generation, NotContinued } from './generation.ts'
import { generationIn } from './layout.ts'
import { Lease, LeaseHeld } from './lease.ts'
import { adopt } from './ownership.ts'
import { prune } from './prune.ts'
import { NotInTarget, type Target } from './target.ts'

/**
 * Copies the log to one target, a few times a second, and never makes the shop wait. It reports a change as safe only
 * when it has seen it in the target and has checked the lease since.
 */
export class Shipper {
  readonly target: Target
  readonly #context: Context
  readonly #timings: Timings
  readonly #lease: Lease
  readonly #files: FileCopies
  #generation: Generation | undefined
  readonly #bases: BaseMaker
  #pruning: Promise<void> | undefined
  #round: Promise<void> | undefined
  /** Everything committed before this time is in the target, in milliseconds of `elapsed`. */
  #coveredAt: number | undefined
  #checkedAt = Number.NEGATIVE_INFINITY
  #nextRound = 0
  #nextPrune = 0
  #isStopping = false
  #hasWarned = false
  problem: string | undefined

  constructor(context: Context, target: Target, timings: Partial<Timings> = {}) {
    this.#context = context
    this.target = target
    this.#timings = { ...defaultTimings, ...timings }
    this.#lease = new Lease(target, context.elapsed, this.#timings)
    this.#files = new FileCopies(context.dataDir, context.pictures, target)
    this.#bases = new BaseMaker(context, target, {
      everyMs: this.#timings.baseEveryMs,
      retryMs: this.#timings.retryBaseMs,
      before: () => this.#files.copyNew(),
      mayCount: () => this.#lease.check(),
      done: () => this.#checkSoon(),
      failed: error => this.#report(error),
    })
  }

  /** How long ago everything was in the target, in milliseconds; undefined if it never was since the start of the shop. */
  get behindMs(): number | undefined {
    return this.#coveredAt === undefined ? undefined : this.#context.elapsed() - this.#coveredAt
  }

  /** Starts a round, unless one is running. */
  tick(): void {
    if (this.#round || this.#context.elapsed() < this.#nextRound) return
    this.#round = this.#tryRound().finally(() => {
      this.#round = undefined
    })
  }

  /** Resolves when nothing is running. */
  async settled(): Promise<void> {
    await this.#round
    await Promise.all([this.#bases.settled, this.#pruning])
  }

  /** Copies everything that was committed, and releases the lease. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.settled()
    await this.#tryRound()
    if (this.#generation) await this.#check(this.#generation).catch(() => undefined)
    await this.#lease.release().catch(() => undefined)
    await this.target.close()
  }

  async #tryRound(): Promise<void> {
    try {
      await this.#work()
      if (this.problem && this.#coveredAt !== undefined)
        this.#context.warn(`The backup to ${this.target.location} works again.`)
      if (this.#coveredAt !== undefined) this.problem = undefined
    } catch (error) {
      this.#failed(error)
    }
  }

  async #work(): Promise<void> {
    const generation = await this.#opened()
    const { db, elapsed } = this.#context
    const [begun, until] = [elapsed(), await changeLog.lastNumber(db.read)]
    await this.#ship(generation, until)
    if (elapsed() - this.#checkedAt >= this.#timings.checkEveryMs) await this.#check(generation)
    if (generation.isWhole && elapsed() - this.#checkedAt < this.#timings.doubtMs) this.#coveredAt = begun
    if (this.#isStopping) return
    this.#bases.work(generation)
    if (elapsed() >= this.#nextPrune && generation.isWhole) this.#pruning ??= this.#prune(generation)
  }

  /** Takes the lease, and continues a generation or starts one. */
  async #opened(): Promise<Generation> {
    if (this.#generation && this.#lease.epoch !== undefined) return this.#generation
    const row = await this.#row()
    const { db, shopId, dataDir, warn } = this.#context
    const onOwnDisk = await adopt(this.target, { shopId, dataDir, row, warn })
    if (onOwnDisk && !this.#hasWarned)
      warn(
        `The backup in ${this.target.location} is on the same disk as the shop: if that disk fails, both are lost. Choose another disk, or a bucket.`,
      )
    this.#hasWarned = true
    const epoch = await this.#lease.take(await this.#leastEpoch())
    this.#files.forget()
    const generation = await this.#continued(row, epoch)
    if (generation.name !== row.generation)
      await db.write(tx =>
        changeLog.setGeneration(tx, this.target.location, {
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
    const { db, warn } = this.#context
    let parent = row.parent
    if (row.generation !== null)
      try {
        const known = { ...row, generation: row.generation }
        return await continueGeneration(this.target, epoch, known, n =>
          changeLog.listAfter(db.read, n, this.#timings.rows),
        )
      } catch (error) {
        if (!(error instanceof NotContinued)) throw error
        warn(`The backup starts again with a full copy: ${error.message}.`)
        parent = `${row.generation}/${row.n}`
      }
    this.#coveredAt = undefined
    return beginGeneration(this.target, epoch, { n: await changeLog.lastNumber(db.read), parent })
  }

  async #row(): Promise<BackupTargetRow> {
    const row = await changeLog.findTarget(this.#context.db.read, this.target.location)
    if (!row) throw new Error('the database has no such target')
    return row
  }

  /** Higher than every lease that has written here, even if the note of the lease was lost. */
  async #leastEpoch(): Promise<number> {
    let highest = 0
    for (const name of await this.target.list(''))
      if (generationIn(name) !== undefined) highest = Math.max(highest, await epochOf(this.target, name))
    return highest + 1
  }

  async #ship(generation: Generation, until: number): Promise<void> {
    const { db } = this.#context
    while (generation.head.n < until) {
      const rows = await changeLog.listAfter(db.read, generation.head.n, this.#timings.rows)
      if (rows.length === 0) return
      // The first copy of the database copies all pictures; later each comes before the row that shows it.
      if (generation.bases.length > 0) await this.#files.copyNew()
      await generation.ship(rows, await numbers.highestUsed(db.read))
    }
  }

  /** Checks that the lease is still ours and that all files are still there. */
  async #check(generation: Generation): Promise<void> {
    const { db, elapsed, now } = this.#context
    const begun = elapsed()
    await this.#lease.renew()
    await generation.check()
    this.#checkedAt = begun
    const coveredAt = this.#coveredAt === undefined ? undefined : now() - (elapsed() - this.#coveredAt)
    const { head } = generation
    await db.write(tx => changeLog.acknowledge(tx, this.target.location, head, coveredAt))
  }

  /** In the next round, because a command may wait for the first copy. */
  #checkSoon(): void {
    this.#checkedAt = Number.NEGATIVE_INFINITY
    this.#nextPrune = this.#context.elapsed()
  }

  /** Removes old files of this shop's own generation. */
  async #prune(generation: Generation): Promise<void> {
    const { elapsed, now, keepDays } = this.#context
    this.#nextPrune = elapsed() + this.#timings.pruneEveryMs
    try {
      await this.#files.moveAside(generation.name, generation.head.n)
      await prune(this.target, generation, now(), keepDays)
    } catch (error) {
      this.#report(error)
    } finally {
      this.#pruning = undefined
    }
  }

  /** After a lost lease or a missing file, everything in the target is read again before anything is added. */
  #failed(error: unknown): void {
    this.#nextRound = this.#context.elapsed() + this.#timings.retryMs
    this.#report(error)
    if (!(error instanceof LeaseHeld || error instanceof NotInTarget)) return
    this.#generation = undefined
    this.#bases.forget()
  }

  /** Reports each problem once, not with every try. */
  #report(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    if (reason !== this.problem)
      this.#context.warn(
        `The backup to ${this.target.location} has stopped: ${reason}. The shop keeps running; new orders are only on this disk.`,
      )
    this.problem = reason
  }
}
