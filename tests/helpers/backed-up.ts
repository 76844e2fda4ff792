import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
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

/** Clocks of a test: the one on the wall, which may be set, and the one that only ever grows. */
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

/** One after the other, as fast as can be. */
const swift: Partial<Timings> = { retryMs: 0, retryBaseMs: 0, checkEveryMs: 0 }

/** A folder for a backup, and shops whose notes are backed up to it. */
export async function openBackupPlace(clocks = new Clocks()) {
  const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'tuckshop-backup-'))
  const place = join(folder, 'backup')
  await mkdir(place)
  const said: string[] = []
  const open = async (name: string, ways: BackupOptions = {}) =>
    BackedUp.open(join(folder, name), place, { clocks, said, ...ways })
  return {
    folder,
    place,
    clocks,
    said,
    open,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

interface Stage extends BackupOptions {
  clocks: Clocks
  said: string[]
}

/** A database with notes in it, of a shop whose id is 'shop' unless told. */
export class BackedUp {
  readonly dataDir: string
  readonly target: Target
  readonly #stage: Stage
  readonly #place: string
  db: Database
  shipper: Shipper

  private constructor(dataDir: string, place: string, stage: Stage) {
    this.dataDir = dataDir
    this.#place = place
    this.#stage = stage
    this.target = stage.target?.(place) ?? new FolderTarget(place)
    this.db = this.#openDatabase()
    this.shipper = this.#newShipper()
  }

  static async open(dataDir: string, place: string, stage: Stage): Promise<BackedUp> {
    await mkdir(dataDir, { recursive: true })
    const shop = new BackedUp(dataDir, place, stage)
    await migrate(shop.db)
    await shop.db.write(async tx => {
      await sql`create table if not exists notes (id integer primary key, note text, filler blob)`.execute(tx)
    })
    await shop.db.write(tx => changeLog.addTarget(tx, shop.target.location, stage.clocks.now))
    return shop
  }

  get file(): string {
    return join(this.dataDir, 'shop.db')
  }

  #openDatabase(): Database {
    return new Database(openSqlite(this.file, 5000, () => this.#stage.clocks.now))
  }

  #newShipper(): Shipper {
    const { clocks, said, timings: tuned, keepDays = 7 } = this.#stage
    const around = {
      db: this.db,
      databaseFile: this.file,
      dataDir: this.dataDir,
      shopId: 'shop',
      pictures: undefined,
      keepDays,
      now: () => clocks.now,
      elapsed: () => clocks.elapsed,
      warn: (sentence: string) => void said.push(sentence),
    }
    return new Shipper(around, this.target, { ...swift, ...tuned })
  }

  /** A note, a second after the last. */
  async note(text = 'a note'): Promise<void> {
    this.#stage.clocks.pass(1000)
    await this.db.write(tx => sql`insert into notes (note) values (${text})`.execute(tx))
  }

  async notes(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      await this.note()
      await this.turn()
    }
  }

  async turn(): Promise<void> {
    this.shipper.tick()
    await this.shipper.settled()
  }

  /** Until everything is in the target. */
  async covered(): Promise<void> {
    this.#stage.clocks.pass(1)
    for (let turns = 0; this.shipper.behindMs !== 0; turns++) {
      assert.ok(turns < 20, `still behind: ${this.shipper.problem}`)
      await this.turn()
    }
  }

  /** As after a kill: whoever had the lease is watched for a while. */
  async takeOver(): Promise<void> {
    await this.turn()
    this.#stage.clocks.pass(16_000)
    await this.turn()
  }

  /** Ends as a process does: by a signal, or without a word. */
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

  /** The same data somewhere else, as they are now. */
  async copyTo(dataDir: string, stage: Partial<Stage> = {}): Promise<BackedUp> {
    await cp(this.dataDir, dataDir, { recursive: true })
    return new BackedUp(dataDir, this.#place, { ...this.#stage, ...stage })
  }

  /** How many notes are restored, and what is said about it. */
  async restored(choice: Choice = {}) {
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
