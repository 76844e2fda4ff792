import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { TestContext } from 'vitest'
import { branchesOf } from '../../src/server/backup/continuous/catalog.ts'
import type { Timings } from '../../src/server/backup/continuous/context.ts'
import { FolderTarget } from '../../src/server/backup/continuous/folder-target.ts'
import { type Choice, rebuild } from '../../src/server/backup/continuous/rebuild.ts'
import { Shipper } from '../../src/server/backup/continuous/shipper.ts'
import type { Target } from '../../src/server/backup/continuous/target.ts'
import { Database } from '../../src/server/db/engine/database.ts'
import { openSqlite } from '../../src/server/db/engine/sqlite.ts'
import { migrate } from '../../src/server/db/schema/migrate.ts'
import * as changeLog from '../../src/server/store/change-log.ts'

/** The wall clock, which a test may set, and the monotonic clock. */
export class Clocks {
  now = 1_794_859_200_000
  elapsed = 0

  pass(ms: number): void {
    this.now += ms
    this.elapsed += ms
  }
}

export interface BackupOptions {
  timings?: Partial<Timings>
  target?: (folder: string) => Target
  keepDays?: number
}

const noWaiting: Partial<Timings> = { retryMs: 0, retryBaseMs: 0, checkEveryMs: 0 }

/** A backup target, and shops that are backed up to it. */
export async function openBackupFixture(t: TestContext, clocks = new Clocks()) {
  const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'tuckshop-backup-'))
  const targetFolder = join(folder, 'backup')
  await mkdir(targetFolder)
  const warnings: string[] = []
  const open = async (name: string, options: BackupOptions = {}) =>
    BackedUpShop.open(join(folder, name), targetFolder, { clocks, warnings, ...options })
  t.onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { folder, targetFolder, clocks, warnings, open }
}

interface Setup extends BackupOptions {
  clocks: Clocks
  warnings: string[]
}

/** A shop with a table of notes and a continuous backup. */
export class BackedUpShop {
  readonly dataDir: string
  readonly target: Target
  readonly #setup: Setup
  readonly #targetFolder: string
  db: Database
  shipper: Shipper

  private constructor(dataDir: string, targetFolder: string, setup: Setup) {
    this.dataDir = dataDir
    this.#targetFolder = targetFolder
    this.#setup = setup
    this.target = setup.target?.(targetFolder) ?? new FolderTarget(targetFolder)
    this.db = this.#openDatabase()
    this.shipper = this.#newShipper()
  }

  static async open(dataDir: string, targetFolder: string, setup: Setup): Promise<BackedUpShop> {
    await mkdir(dataDir, { recursive: true })
    const shop = new BackedUpShop(dataDir, targetFolder, setup)
    await migrate(shop.db)
    await shop.db.write(async tx => {
      await sql`create table if not exists notes (id integer primary key, note text, filler blob)`.execute(tx)
    })
    await shop.db.write(tx => changeLog.addTarget(tx, shop.target.location, setup.clocks.now))
    return shop
  }

  get file(): string {
    return join(this.dataDir, 'shop.db')
  }

  #openDatabase(): Database {
    return new Database(openSqlite(this.file, 5000, () => this.#setup.clocks.now))
  }

  #newShipper(): Shipper {
    const { clocks, warnings, timings: changed, keepDays = 7 } = this.#setup
    const around = {
      db: this.db,
      databaseFile: this.file,
      dataDir: this.dataDir,
      shopId: 'shop',
      pictures: undefined,
      keepDays,
      now: () => clocks.now,
      elapsed: () => clocks.elapsed,
      warn: (sentence: string) => void warnings.push(sentence),
    }
    return new Shipper(around, this.target, { ...noWaiting, ...changed })
  }

  /** Writes a note, a second after the last one. */
  async writeNote(text = 'a note'): Promise<void> {
    this.#setup.clocks.pass(1000)
    await this.db.write(tx => sql`insert into notes (note) values (${text})`.execute(tx))
  }

  async writeNotes(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      await this.writeNote()
      await this.runBackupOnce()
    }
  }

  async runBackupOnce(): Promise<void> {
    this.shipper.tick()
    await this.shipper.settled()
  }

  /** Runs the backup until the target has everything. */
  async backUpAll(): Promise<void> {
    this.#setup.clocks.pass(1)
    for (let turns = 0; this.shipper.behindMs !== 0; turns++) {
      assert.ok(turns < 20, `still behind: ${this.shipper.problem}`)
      await this.runBackupOnce()
    }
  }

  /** Waits until the lease of a killed process has expired. */
  async takeOver(): Promise<void> {
    await this.runBackupOnce()
    this.#setup.clocks.pass(16_000)
    await this.runBackupOnce()
  }

  async restart(isKilled = false): Promise<void> {
    await this.end(isKilled)
    this.begin()
  }

  async end(isKilled = false): Promise<void> {
    if (isKilled) await this.shipper.settled()
    else await this.shipper.stop()
    await this.target.close()
    await this.db.close()
  }

  begin(): void {
    this.db = this.#openDatabase()
    this.shipper = this.#newShipper()
  }

  /** Copies the data folder and opens the copy as another shop. */
  async copyTo(dataDir: string, setup: Partial<Setup> = {}): Promise<BackedUpShop> {
    await cp(this.dataDir, dataDir, { recursive: true })
    return new BackedUpShop(dataDir, this.#targetFolder, { ...this.#setup, ...setup })
  }

  /** Restores the backup and returns the number of notes in it. */
  async restore(choice: Choice = {}) {
    const file = `${this.file}-restored`
    for (const ending of ['', '-wal', '-shm']) await rm(file + ending, { force: true })
    const { point, notes: remarks, origin } = await rebuild(this.target, file, choice)
    const database = new DatabaseSync(file)
    assert.deepEqual({ ...database.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' })
    const notes = Number(database.prepare('select count(*) as notes from notes').get()?.notes)
    database.close()
    return { notes, point, remarks, origin, file }
  }

  branches() {
    return branchesOf(this.target)
  }
}
