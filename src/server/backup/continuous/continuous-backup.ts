import { databaseFile } from '../../db/data-dir.ts'
import type { Database } from '../../db/engine/database.ts'
import type { S3Config } from '../../settings/providers.ts'
import * as changeLog from '../../store/change-log.ts'
import * as shopIdentity from '../../store/shop-identity.ts'
import type { Context } from './context.ts'
import { picturesIn } from './files.ts'
import { targetAt } from './open-target.ts'
import { requestedTarget } from './requested-target.ts'
import { Shipper } from './shipper.ts'

const tickMs = 250
/** How often the requested target is read, in ticks. */
const requestEvery = 4
/** How often the length of the log is measured, in ticks. */
const measureEvery = 40
/** A target that accepts nothing must not fill the disk of the shop: above this size the log is dropped. */
const mostWaitingBytes = 256 * 1024 * 1024
const lateSeconds = 10

export interface Settings {
  dataDir: string
  /** The target of the settings; it takes precedence over the one that the command has requested. */
  backupTo: string | undefined
  backupKeptMs: number
  s3: S3Config | undefined
  /** Pictures in a bucket are not copied. */
  pictures: { host: string }
}

export interface BackupState {
  /** The folder or bucket of the copy. */
  place: string
  /** How many seconds of changes would be lost with this disk. */
  behindSeconds: number
  isLate: boolean
  problem: string | undefined
}

type Warn = (sentence: string) => void

/** `isUnchanged`: no program has written to the database file since this shop closed it. */
export async function startContinuousBackup(
  settings: Settings,
  db: Database,
  { isUnchanged, warn }: { isUnchanged: boolean; warn: Warn },
): Promise<ContinuousBackup> {
  const backup = new ContinuousBackup(settings, db, warn)
  await backup.start(isUnchanged)
  return backup
}

/** Ships the change log to the target for as long as the shop runs, and notices when another target is requested. */
export class ContinuousBackup {
  readonly #settings: Settings
  readonly #db: Database
  readonly #warn: Warn
  readonly #shippers = new Map<string, Shipper>()
  /** The current target, and how far behind it was when the shop started. */
  #current: { place: string; behindMs: number; since: number } | undefined
  #problem: string | undefined
  #ticks = 0
  #timer: NodeJS.Timeout | undefined
  #update: Promise<void> | undefined

  constructor(settings: Settings, db: Database, warn: Warn) {
    this.#settings = settings
    this.#db = db
    this.#warn = warn
  }

  async start(isUnchanged: boolean): Promise<void> {
    const isOn = (await changeLog.listTargets(this.#db.read)).length > 0
    if (isOn && !isUnchanged) await this.#addGap()
    this.#db.engine.changeLog?.hasMissed()
    await this.#updateTargets()
    this.#timer = setInterval(() => this.#tick(), tickMs)
  }

  /** Undefined if no backup was requested. */
  state(): BackupState | undefined {
    if (!this.#current) return undefined
    const { place, behindMs, since } = this.#current
    const shipper = this.#shippers.get(place)
    const behindSeconds = (shipper?.behindMs ?? behindMs + (performance.now() - since)) / 1000
    const problem = this.#problem ?? shipper?.problem
    return { place, behindSeconds, isLate: behindSeconds > lateSeconds || problem !== undefined, problem }
  }

  /** Called after the last order, and before the database is closed. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#update
    await Promise.all([...this.#shippers.values()].map(shipper => shipper.stop()))
    this.#shippers.clear()
  }

  #tick(): void {
    if (this.#ticks++ % requestEvery === 0)
      this.#update ??= this.#updateTargets()
        .catch(error => this.#report(error))
        .finally(() => {
          this.#update = undefined
        })
    for (const shipper of this.#shippers.values()) shipper.tick()
  }

  async #updateTargets(): Promise<void> {
    const { dataDir, backupTo } = this.#settings
    const place = backupTo ?? requestedTarget(dataDir)
    if (place !== this.#current?.place) await this.#change(place)
    if (this.#db.engine.changeLog?.hasMissed() && this.#current) await this.#addGap()
    await this.#removeFormer()
    if (this.#ticks % measureEvery === 0) await this.#limitLog()
  }

  async #change(place: string | undefined): Promise<void> {
    this.#current = undefined
    this.#problem = undefined
    if (place === undefined) return this.#removeTargets(() => true)
    await this.#db.write(tx => changeLog.addTarget(tx, place, Date.now()))
    const rows = await changeLog.listTargets(this.#db.read)
    const row = rows.find(row => row.place === place)
    const covered = row?.covered_at ?? row?.since ?? Date.now()
    this.#current = { place, behindMs: Math.max(0, Date.now() - covered), since: performance.now() }
    for (const row of rows) await this.#open(row.place)
  }

  async #open(place: string): Promise<void> {
    if (this.#shippers.has(place)) return
    try {
      this.#shippers.set(place, new Shipper(await this.#context(), targetAt(place, this.#settings.s3)))
    } catch (error) {
      if (place === this.#current?.place) this.#report(error)
    }
  }

  async #context(): Promise<Context> {
    const { dataDir, pictures, backupKeptMs } = this.#settings
    return {
      db: this.#db,
      databaseFile: databaseFile(dataDir),
      dataDir,
      shopId: (await shopIdentity.find(this.#db.read)) ?? '',
      pictures: pictures.host === 'disk' ? picturesIn(dataDir) : undefined,
      keepDays: backupKeptMs / 86_400_000,
      now: Date.now,
      elapsed: () => performance.now(),
      warn: this.#warn,
    }
  }

  /** The former target continues until everything is in the current one. */
  async #removeFormer(): Promise<void> {
    const place = this.#current?.place
    if (place !== undefined && this.#shippers.get(place)?.behindMs !== undefined)
      await this.#removeTargets(other => other !== place)
  }

  async #removeTargets(isRemoved: (place: string) => boolean): Promise<void> {
    for (const { place } of await changeLog.listTargets(this.#db.read)) {
      if (!isRemoved(place)) continue
      await this.#shippers.get(place)?.stop()
      this.#shippers.delete(place)
      await this.#db.write(tx => changeLog.removeTarget(tx, place))
    }
  }

  async #addGap(): Promise<void> {
    await this.#db.write(tx => changeLog.addGap(tx, Date.now()))
  }

  async #limitLog(): Promise<void> {
    if (!this.#current || (await changeLog.countBytes(this.#db.read)) <= mostWaitingBytes) return
    this.#warn('The backup starts again with a full copy: too many changes were waiting for the target.')
    await this.#db.write(tx => changeLog.drop(tx, Date.now()))
  }

  #report(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    if (reason !== this.#problem) this.#warn(`The backup cannot start: ${reason}.`)
    this.#problem = reason
  }
}
