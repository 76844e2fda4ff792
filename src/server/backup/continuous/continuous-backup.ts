import { databaseFile } from '../../db/data-dir.ts'
import type { Database } from '../../db/engine/database.ts'
import type { S3Config } from '../../settings/providers.ts'
import * as changeLog from '../../store/change-log.ts'
import * as shopIdentity from '../../store/shop-identity.ts'
import type { Surroundings } from './context.ts'
import { picturesIn } from './files.ts'
import { targetAt } from './open-target.ts'
import { wantedPlace } from './requested-target.ts'
import { Shipper } from './shipper.ts'

const everyMs = 250
/** How often somebody may have asked for another place, in ticks. */
const lookEvery = 4
/** How often the length of the log is looked at, in ticks. */
const measureEvery = 40
/** What waits for a target that does not take it grows to this: then the shop's own disk counts more than the backup. */
const mostWaitingBytes = 256 * 1024 * 1024
/** Behind by more than this, the backup is late. */
const lateSeconds = 10

export interface Settings {
  dataDir: string
  /** Where to, if the settings say so; otherwise what the command has asked for counts. */
  backupTo: string | undefined
  backupKeptMs: number
  s3: S3Config | undefined
  /** Pictures that are kept elsewhere are not the backup's. */
  pictures: { host: string }
}

export interface BackupState {
  /** How much of the last time would be lost with this disk. */
  behindSeconds: number
  isLate: boolean
  /** Why, where the backup itself knows. */
  problem: string | undefined
}

export interface ContinuousBackup {
  /** Undefined where none is wanted. */
  state(): BackupState | undefined
  /** After the last order, and before the database is closed. */
  stop(): Promise<void>
}

/** Keeps a continuous backup for as long as the shop runs, where one is wanted, and notices when that changes. */
export async function startContinuousBackup(
  settings: Settings,
  db: Database,
  { isUnchanged, warn }: { isUnchanged: boolean; warn: (sentence: string) => void },
): Promise<ContinuousBackup> {
  const keeper = new Keeper(settings, db, warn)
  await keeper.begin(isUnchanged)
  const timer = setInterval(() => keeper.tick(), everyMs)
  return {
    state: () => keeper.state,
    async stop() {
      clearInterval(timer)
      await keeper.stop()
    },
  }
}

class Keeper {
  readonly #settings: Settings
  readonly #db: Database
  readonly #warn: (sentence: string) => void
  readonly #shippers = new Map<string, Shipper>()
  /** The place that is wanted, and for how long it was behind when this life of the shop began. */
  #wanted: { place: string; behindMs: number; since: number } | undefined
  #problem: string | undefined
  #ticks = 0
  #change: Promise<void> | undefined

  constructor(settings: Settings, db: Database, warn: (sentence: string) => void) {
    this.#settings = settings
    this.#db = db
    this.#warn = warn
  }

  /** `isUnchanged`: nobody has written to the database file since this shop closed it. */
  async begin(isUnchanged: boolean): Promise<void> {
    const isOn = (await changeLog.listTargets(this.#db.read)).length > 0
    if (isOn && !isUnchanged) await this.#noteGap()
    this.#db.engine.changeLog?.hasMissed()
    await this.#look()
  }

  get state(): BackupState | undefined {
    if (!this.#wanted) return undefined
    const { place, behindMs, since } = this.#wanted
    const shipper = this.#shippers.get(place)
    const behind = shipper?.behindMs ?? behindMs + (performance.now() - since)
    const behindSeconds = behind / 1000
    const problem = this.#problem ?? shipper?.problem
    return { behindSeconds, isLate: behindSeconds > lateSeconds || problem !== undefined, problem }
  }

  tick(): void {
    const isDue = this.#ticks++ % lookEvery === 0
    if (isDue && !this.#change)
      this.#change = this.#look()
        .catch(error => this.#tell(error))
        .finally(() => {
          this.#change = undefined
        })
    for (const shipper of this.#shippers.values()) shipper.tick()
  }

  async stop(): Promise<void> {
    await this.#change
    await Promise.all([...this.#shippers.values()].map(shipper => shipper.stop()))
    this.#shippers.clear()
  }

  async #look(): Promise<void> {
    const { dataDir, backupTo } = this.#settings
    const place = backupTo ?? wantedPlace(dataDir)
    if (place !== this.#wanted?.place) await this.#want(place)
    if (this.#db.engine.changeLog?.hasMissed() && this.#wanted) await this.#noteGap()
    await this.#dropOthers()
    if (this.#ticks % measureEvery === 0) await this.#bound()
  }

  async #want(place: string | undefined): Promise<void> {
    this.#wanted = undefined
    this.#problem = undefined
    if (place === undefined) return this.#endAll()
    await this.#db.write(tx => changeLog.addTarget(tx, place, Date.now()))
    const rows = await changeLog.listTargets(this.#db.read)
    const row = rows.find(row => row.place === place)
    const covered = row?.covered_at ?? row?.since ?? Date.now()
    this.#wanted = { place, behindMs: Math.max(0, Date.now() - covered), since: performance.now() }
    for (const row of rows) await this.#open(row.place)
  }

  async #open(place: string): Promise<void> {
    if (this.#shippers.has(place)) return
    try {
      this.#shippers.set(place, new Shipper(await this.#around(), targetAt(place, this.#settings.s3)))
    } catch (error) {
      if (place === this.#wanted?.place) this.#tell(error)
    }
  }

  async #around(): Promise<Surroundings> {
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

  /** The place that was wanted before goes on until everything is in the new one. */
  async #dropOthers(): Promise<void> {
    const place = this.#wanted?.place
    if (place === undefined || this.#shippers.get(place)?.behindMs === undefined) return
    for (const other of await changeLog.listTargets(this.#db.read))
      if (other.place !== place) await this.#end(other.place)
  }

  async #endAll(): Promise<void> {
    for (const { place } of await changeLog.listTargets(this.#db.read)) await this.#end(place)
  }

  async #end(place: string): Promise<void> {
    await this.#shippers.get(place)?.stop()
    this.#shippers.delete(place)
    await this.#db.write(tx => changeLog.removeTarget(tx, place))
  }

  async #noteGap(): Promise<void> {
    await this.#db.write(tx => changeLog.addGap(tx, Date.now()))
  }

  /** A target that is away for long must not fill the disk of the shop. */
  async #bound(): Promise<void> {
    if (!this.#wanted || (await changeLog.countBytes(this.#db.read)) <= mostWaitingBytes) return
    this.#warn(
      'The backup begins anew with a copy of everything: too much has gathered that could not be copied.',
    )
    await this.#db.write(tx => changeLog.drop(tx, Date.now()))
  }

  #tell(error: unknown): void {
    const words = error instanceof Error ? error.message : String(error)
    if (words !== this.#problem) this.#warn(`The backup cannot begin: ${words}.`)
    this.#problem = words
  }
}
