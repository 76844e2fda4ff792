import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { sql } from 'kysely'
import { emptyPlace, engines } from '../../../tests/helpers/databases.ts'
import { readConfig } from '../config.ts'
import { migrate, migrateTo } from './migrate.ts'
import { openDatabase } from './open.ts'
import type { Writing } from './tables.ts'

const people = [
  { id: 'ann', email: 'ann@x.example', created_at: 10, removed_at: null },
  { id: 'old', email: 'shared@x.example', created_at: 10, removed_at: 50 },
  { id: 'new', email: 'shared@x.example', created_at: 60, removed_at: null },
  { id: 'gone', email: 'gone@x.example', created_at: 10, removed_at: 50 },
]

const letters: [id: string, recipient: string, at: number, sent: number | null][] = [
  ['ann early', 'ann@x.example', 5, 5],
  ['ann', 'ann@x.example', 20, 20],
  ['old', 'shared@x.example', 20, 20],
  ['new', 'shared@x.example', 70, 70],
  ['new or old, waiting', 'shared@x.example', 80, null],
  ['gone', 'gone@x.example', 20, 20],
  ['nobody', 'nobody@x.example', 20, 20],
]

async function fill(tx: Writing): Promise<void> {
  for (const person of people)
    await tx
      .insertInto('users')
      .values({ display_name: '', password_hash: null, ...person })
      .execute()
  for (const [id, recipient, at, sent] of letters)
    await sql`insert into outbox (id, recipient, subject, text_body, html_body, created_at, tries, next_try_at, sent_at)
      values (${id}, ${recipient}, '', '', '', ${at}, 0, ${at}, ${sent})`.execute(tx)
  await sql`insert into items (id, name, description, price_cents, photo_url, must_quantity, stocked_quantity,
    available_quantity, created_at) values ('i', '', '', 1, '', 1, 1, 1, 1)`.execute(tx)
  await sql`insert into bookings (id, user_id, item_id, item_name, owner_name, email, mobile_number, address, quantity,
    unit_price_cents, total_cents, created_at, held_until, released_at)
    values ('o', 'ann', 'i', '', '', '', '', '', 1, 1, 1, 1, 1, 2)`.execute(tx)
  const events: [n: number, at: number, who: string][] = [
    [1, 20, 'shop'],
    [2, 30, 'shared@x.example'],
    [3, 70, 'shared@x.example'],
    [4, 55, 'shared@x.example'],
  ]
  for (const [n, at, who] of events)
    await sql`insert into order_events (booking_id, n, at, what, who) values ('o', ${n}, ${at}, 'sent', ${who})`.execute(
      tx,
    )
}

/** Fails where an old letter is given to whoever has its address now. */
for (const engine of engines) {
  test(`letters and acts from before belong to whom they can only have belonged to [${engine}]`, async () => {
    const place = await emptyPlace(engine)
    const db = await openDatabase(readConfig(place.environment), () => undefined)
    const names = await readdir(new URL('./migrations/', import.meta.url))
    const stems = names.map(name => name.replace(/(\.\w+)?\.sql$/, ''))
    await db.write(tx =>
      migrateTo(
        tx,
        engine,
        stems.filter(stem => stem < '0035'),
      ),
    )
    await db.write(fill)
    await migrate(db)
    const kept = await db.read.selectFrom('outbox').select(['id', 'user_id']).orderBy('id').execute()
    assert.deepEqual(
      kept.map(({ id, user_id }) => [id, user_id]),
      [
        ['ann', 'ann'],
        ['ann early', null],
        ['new or old, waiting', null],
        ['nobody', null],
      ],
    )
    const acts = await db.read.selectFrom('order_events').select('admin_id').orderBy('n').execute()
    assert.deepEqual(
      acts.map(({ admin_id }) => admin_id),
      [null, 'old', 'new', null],
    )
    await db.close()
    await place.remove()
  })
}
