import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { type ShakyKind, ShakyTarget, shakyKinds } from '../../../tests/helpers/shaky-target.ts'
import { openStorage } from '../../../tests/helpers/storage.ts'
import { Random } from '../../../torture/random.ts'
import { openSqlite, type SqliteEngine } from '../db/sqlite.ts'
import type { Writing } from '../db/tables.ts'
import { Follower } from './follower.ts'
import { rebuild } from './rebuild.ts'

const storage = await openStorage()
after(() => storage.close())

const stateOf = (database: DatabaseSync): string =>
  JSON.stringify(database.prepare('select id, note, length(filler) as size from notes order by id').all())

/** Writes, restarts, kills and whatever else happens to a shop, each at a moment of its own. */
class Stage {
  readonly random: Random
  readonly #file: string
  readonly #dataDir: string
  readonly target: ShakyTarget
  /** What the database held from which moment on. */
  readonly history: { at: number; state: string }[] = []
  clock = 1_000_000
  engine: SqliteEngine
  follower: Follower
  reader: DatabaseSync | undefined

  constructor(folder: string, seed: number, { target, spoil }: ShakyKind) {
    this.random = new Random(seed)
    this.#dataDir = join(folder, 'data')
    this.#file = join(this.#dataDir, 'shop.db')
    const inner = target(folder)
    this.target = new ShakyTarget(inner, append => spoil(inner, append, this.random))
    this.engine = openSqlite(this.#file)
    this.follower = this.#follow()
    this.other(database =>
      database.exec('create table notes (id integer primary key, note text, filler blob)'),
    )
  }

  #follow(): Follower {
    return new Follower(
      {
        log: this.engine.log?.() ?? assert.fail(),
        dataDir: this.#dataDir,
        pictures: undefined,
        target: this.target,
        keepMs: 1e9,
        now: () => this.clock,
        warn: () => undefined,
      },
      { logFrames: 20, mostWaiting: 150, retryMs: 0, retryBaseMs: 0, baseEveryMs: 40, signOfLifeMs: 50 },
    )
  }

  note(): void {
    this.other(database => this.history.push({ at: ++this.clock, state: stateOf(database) }), false)
  }

  /** As another process does: a command, beside the shop. */
  other(work: (database: DatabaseSync) => void, isNoted = true): void {
    const database = new DatabaseSync(this.#file, { timeout: 5 })
    work(database)
    database.close()
    if (isNoted) this.note()
  }

  async write(): Promise<void> {
    const { random } = this
    const open = await this.engine.begin()
    for (let i = random.between(1, 6); i > 0; i--) await change(open.tx, random)
    if (random.chance(0.1)) await open.rollback()
    else await open.commit()
    this.note()
  }

  async turn(): Promise<void> {
    this.clock++
    this.follower.tick()
    await this.follower.settled('turn')
  }

  async restart(isKilled: boolean): Promise<void> {
    this.reader?.close()
    this.reader = undefined
    this.target.openGate()
    if (isKilled) await this.follower.settled()
    else await this.follower.stop()
    await this.target.close()
    await this.engine.close()
    this.engine = openSqlite(this.#file)
    this.follower = this.#follow()
  }

  read(): void {
    this.reader?.close()
    this.reader = this.random.chance(0.5) ? new DatabaseSync(this.#file, { readOnly: true }) : undefined
    this.reader?.exec('BEGIN; SELECT * FROM notes')
  }

  stateAt(moment: number): string | undefined {
    return this.history.findLast(({ at }) => at <= moment)?.state
  }
}

async function change(tx: Writing, random: Random): Promise<void> {
  const id = random.between(1, 40)
  const filler = random.chance(0.1) ? 20_000 : random.between(0, 600)
  if (random.chance(0.2)) await sql`delete from notes where id = ${id}`.execute(tx)
  else
    await sql`insert or replace into notes values (${id}, ${String(random.next())}, zeroblob(${filler}))`.execute(
      tx,
    )
}

const happenings: [number, (stage: Stage) => Promise<void> | void][] = [
  [40, stage => stage.write()],
  [40, stage => stage.turn()],
  [4, stage => stage.other(database => database.exec('delete from notes where id > 30'))],
  [3, stage => stage.other(database => database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get(), false)],
  [3, stage => stage.other(database => database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get(), false)],
  [4, stage => stage.read()],
  [5, stage => stage.target.closeGate()],
  [8, stage => stage.target.openGate()],
  [2, stage => stage.restart(false)],
  [2, stage => stage.restart(true)],
  [1, stage => stage.other(database => database.exec('VACUUM'))],
  [
    3,
    stage => {
      stage.target.failures = stage.random.between(1, 4)
    },
  ],
]

async function live(stage: Stage, steps: number): Promise<void> {
  const all = happenings.flatMap(([weight, happening]) => Array<typeof happening>(weight).fill(happening))
  for (let step = 0; step < steps; step++) await stage.random.pick(all)(stage)
  stage.reader?.close()
  stage.reader = undefined
  stage.target.openGate()
  await stage.follower.settled()
  stage.target.failures = 0
}

async function restoredAt(stage: Stage, folder: string, until?: number) {
  const file = join(folder, 'rebuilt.db')
  for (const ending of ['', '-wal', '-shm']) await rm(file + ending, { force: true })
  const { upTo } = await rebuild(stage.target, file, until)
  const database = new DatabaseSync(file)
  assert.deepEqual({ ...database.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' })
  const state = stateOf(database)
  database.close()
  return { upTo, state }
}

/**
 * By property: whatever happened, what is restored is what had been committed up to the moment that the restore tells of,
 * and that is never before the moment that the shop has told of. Fails where what was taken
 * is dropped when the target fails, where the log is written back while a base is copied, and where a base is copied
 * although the log could not be written back.
 */
for (const [kind, seed] of shakyKinds(storage).flatMap(kind => kind.seeds.map(seed => [kind, seed] as const)))
  test(`any moment is restored as it was, after anything [${kind.kind}, seed ${seed}]`, async t => {
    storage.calm()
    const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'tuckshop-follow-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    await mkdir(join(folder, 'data'))
    await mkdir(join(folder, 'backup'))
    const stage = new Stage(folder, seed, kind)
    stage.target.openGate()
    while (stage.follower.coveredUntil === undefined) {
      await stage.turn()
      await stage.follower.settled()
    }
    const first = stage.clock
    for (let round = 0; round < 3; round++) {
      await live(stage, 100)
      await storage.letThrough()
      const covered: number = stage.follower.coveredUntil ?? 0
      const latest = await restoredAt(stage, folder)
      assert.ok(
        latest.upTo >= covered || latest.state === stage.stateAt(covered),
        `what was covered at ${covered} is there at ${latest.upTo}`,
      )
      assert.equal(latest.state, stage.stateAt(latest.upTo), 'all of it, and nothing else')
      for (let look = 0; look < kind.looks; look++) {
        const until = stage.random.between(first, stage.clock)
        const { upTo, state } = await restoredAt(stage, folder, until)
        assert.ok(upTo <= until)
        assert.equal(state, stage.stateAt(upTo))
      }
    }
    await stage.follower.stop()
    await stage.engine.close()
  })
