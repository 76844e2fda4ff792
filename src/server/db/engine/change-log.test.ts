import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { test } from 'vitest'
import { openBackupFixture } from '../../../../tests/helpers/backed-up-shop.ts'
import * as changeLog from '../../store/change-log.ts'
import { Database } from './database.ts'
import { openSqlite } from './sqlite.ts'

test('commits of other shop processes are in the log; commits of other programs are detected', async t => {
  const fixture = await openBackupFixture(t)
  const shop = await fixture.open('live')
  await shop.backUpAll()
  const log = shop.db.engine.changeLog ?? assert.fail()
  log.hasMissed()
  await shop.writeNote()
  assert.equal(log.hasMissed(), false, 'its own')
  const command = new Database(openSqlite(shop.file))
  await command.write(tx => sql`insert into notes (note) values ('by command')`.execute(tx))
  assert.equal(log.hasMissed(), false, 'a command of the shop')
  await command.close()
  const shell = new DatabaseSync(shop.file)
  shell.exec("insert into notes (note) values ('by hand')")
  shell.close()
  assert.equal(log.hasMissed(), true, 'a shell')
  assert.equal(log.hasMissed(), false, 'once')
  await shop.end()
})

/** Fails if a gap that the shop itself recorded is mistaken for a commit that another process recorded. */
for (const [name, noteGap] of Object.entries({ addGap: changeLog.addGap, drop: changeLog.drop }))
  test(`a commit of another program right after a recorded gap is detected [${name}]`, async t => {
    const fixture = await openBackupFixture(t)
    const shop = await fixture.open('live')
    await shop.backUpAll()
    const log = shop.db.engine.changeLog ?? assert.fail()
    const shell = new DatabaseSync(shop.file)
    log.hasMissed()
    shell.exec("insert into notes (note) values ('first')")
    assert.equal(log.hasMissed(), true, 'the first')
    await shop.db.write(tx => noteGap(tx, fixture.clocks.now))
    await shop.writeNote()
    shell.exec("insert into notes (note) values ('second')")
    assert.equal(log.hasMissed(), true, 'the second')
    shell.close()
    await shop.end()
  })
