import { writeSync } from 'node:fs'
import { sql } from 'kysely'
import { Database } from '../../src/server/db/engine/database.ts'
import { openSqlite } from '../../src/server/db/engine/sqlite.ts'

/** Started by kill.test.ts: 32 writers that never stop and print each acknowledged id. */
const db = new Database(openSqlite(process.argv[2] ?? ''))
await db.write(tx => sql`create table notes (id integer primary key, text text not null) strict`.execute(tx))

let next = 1
async function writeForEver(): Promise<never> {
  for (;;) {
    const id = next++
    await db.write(tx => sql`insert into notes values (${id}, 'x')`.execute(tx))
    writeSync(1, `${id}\n`)
  }
}
await Promise.all(Array.from({ length: 32 }, writeForEver))
