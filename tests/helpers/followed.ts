import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { openSqlite } from '../../src/server/db/sqlite.ts'
import { FolderTarget } from '../../src/server/follow/folder-target.ts'
import { Follower, type paces } from '../../src/server/follow/follower.ts'
import { rebuild } from '../../src/server/follow/rebuild.ts'
import type { Target } from '../../src/server/follow/target.ts'

/** A small database with notes in it, and a backup that follows it at a clock of its own. */
export async function followed(
  tuned: Partial<typeof paces> = {},
  targetIn: (folder: string) => Target = folder => new FolderTarget(folder),
) {
  const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'tuckshop-followed-'))
  const [dataDir, place] = [join(folder, 'data'), join(folder, 'backup')]
  await mkdir(dataDir)
  await mkdir(place)
  const engine = openSqlite(join(dataDir, 'shop.db'))
  const log = engine.log?.() ?? assert.fail('There is no log')
  const target = targetIn(place)
  const said: string[] = []
  const clock = { now: 1_794_859_200_000 }
  const follower = new Follower(
    {
      log,
      dataDir,
      pictures: undefined,
      target,
      keepMs: 1e9,
      now: () => clock.now,
      warn: sentence => said.push(sentence),
    },
    { retryMs: 0, retryBaseMs: 0, ...tuned },
  )
  const write = async (statement: ReturnType<typeof sql>) => {
    const open = await engine.begin()
    await statement.execute(open.tx)
    await open.commit()
  }
  await write(sql`create table notes (id integer primary key)`)
  return {
    engine,
    log,
    target,
    place,
    follower,
    said,
    clock,
    /** A note with the next number, a second later than the last. */
    async note() {
      clock.now += 1000
      await write(sql`insert into notes default values`)
    },
    async turn() {
      follower.tick()
      await follower.settled()
    },
    /** How many notes are restored, and what is said about it. */
    async restored(until?: number) {
      const file = join(folder, 'rebuilt.db')
      const { upTo, notes: remarks } = await rebuild(target, file, until)
      const database = new DatabaseSync(file)
      assert.deepEqual({ ...database.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' })
      const row = database.prepare('select count(*) as notes from notes').get()
      database.close()
      return { notes: Number(row?.notes), upTo, remarks }
    },
    async close() {
      await target.close()
      await engine.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
