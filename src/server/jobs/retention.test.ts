import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allEmails } from '../../../tests/helpers/outbox-emails.ts'
import { newAdmin, onBothEngines, onSqlite, type TestShop } from '../../../tests/helpers/shop.ts'
import * as cardEvents from '../store/card-events.ts'
import * as outbox from '../store/outbox.ts'
import { applyRetention } from './apply-retention.ts'
import { removeUnusedPictures } from './remove-unused-pictures.ts'

const day = 86_400_000

onSqlite('events of the card provider are deleted after 60 days', async shop => {
  const { db, now } = shop.deps
  const note = (id: string) => db.write(tx => cardEvents.note(tx, id, 'x', now()))
  await note('old')
  shop.travel(59 * day)
  await note('new')
  assert.equal((await applyRetention(shop.deps)).card_events, 0)
  shop.travel(day + 1)
  assert.equal((await applyRetention(shop.deps)).card_events, 1)
  assert.deepEqual(
    [await cardEvents.isKnown(db.read, 'old'), await cardEvents.isKnown(db.read, 'new')],
    [false, true],
  )
})

onBothEngines('emails are deleted 90 days after they were sent or given up', async shop => {
  const { db, now } = shop.deps
  const words = {
    recipient: 'ann@example.com',
    user_id: null,
    subject: 'x',
    text_body: 'x',
    html_body: 'x',
  }
  const add = (id: string) => db.write(tx => outbox.add(tx, { id, ...words }, now()))
  for (const id of ['sent', 'waiting', 'given up', 'sent later']) await add(id)
  const message = (id: string) =>
    db.read.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const sent = await message('sent')
  await db.write(tx => outbox.markSent(tx, sent, now()))
  const givenUp = await message('given up')
  await db.write(tx => outbox.giveUp(tx, givenUp, now()))
  shop.travel(89 * day)
  const sentLater = await message('sent later')
  await db.write(tx => outbox.markSent(tx, sentLater, now()))
  assert.equal((await applyRetention(shop.deps)).outbox, 0)
  shop.travel(day + 1)
  assert.equal((await applyRetention(shop.deps)).outbox, 2)
  const left = (await allEmails(db.read)).map(({ id }) => id)
  assert.deepEqual(left.sort(), ['sent later', 'waiting'])
})

async function keep(shop: TestShop): Promise<string> {
  const name = randomBytes(16).toString('hex')
  const folder = join(shop.deps.config.dataDir, 'images')
  await mkdir(folder, { recursive: true })
  for (const ending of ['960.webp', '480.webp', '960.avif', '480.avif'])
    await writeFile(join(folder, `${name}-${ending}`), 'x')
  return name
}

/** Fails if only the first picture of an item counts. */
onBothEngines('further pictures of an item stay as long as it has them', async shop => {
  const { db } = shop.deps
  const [first, second] = [await keep(shop), await keep(shop), await keep(shop)]
  const addresses = (...names: string[]) => names.map(name => `/images/${name}-960.webp`)
  const admin = await newAdmin(shop)
  const words = { name: 'Tray', description: 'Oak', price: 3, availableQuantity: 5, mustQuantity: 1 }
  const pictures = { photoUrl: '/pictures/x.webp', pictures: addresses(first, second) }
  const { _id } = (await admin.call('POST', '/api/addItem', { ...words, ...pictures })).json()
  shop.travel(day + 60_000)
  assert.equal(await removeUnusedPictures(shop.deps), 4, 'the third is unused')
  const changed = { version: 1, pictures: addresses(second, second) }
  assert.equal((await admin.call('PATCH', `/api/item/${_id}`, changed)).statusCode, 200)
  assert.equal(await removeUnusedPictures(shop.deps), 4)
  await db.write(tx => tx.updateTable('items').set({ pictures: '[]' }).where('id', '=', _id).execute())
  assert.equal(await removeUnusedPictures(shop.deps), 4)
})

/** If listShown() covers only items on sale, the picture of a removed item is deleted too. */
onBothEngines('unused pictures are deleted after a day, in all sizes; the others stay', async shop => {
  const { db, config } = shop.deps
  assert.equal(await removeUnusedPictures(shop.deps), 0, 'no folder yet')
  const [onSale, removed, unused] = [await keep(shop), await keep(shop), await keep(shop)]
  await writeFile(join(config.dataDir, 'images', `${unused}-960.webp.part`), 'x')
  for (const [name, removedAt] of [
    [onSale, null],
    [removed, 1],
  ] as const) {
    const { _id } = await shop.item()
    const photo_url = `/images/${name}-960.webp`
    await db.write(tx =>
      tx.updateTable('items').set({ photo_url, removed_at: removedAt }).where('id', '=', _id).execute(),
    )
  }
  assert.equal(await removeUnusedPictures(shop.deps), 0, 'the form may still be open')
  shop.travel(day + 60_000)
  assert.equal(await removeUnusedPictures(shop.deps), 5)
  const left = await readdir(join(config.dataDir, 'images'))
  assert.deepEqual(new Set(left.map(file => file.slice(0, 32))), new Set([onSale, removed]))
  assert.equal(left.length, 8)
})

/** Fails if only items are checked: all profile pictures would be deleted after a day. */
onBothEngines('a profile picture stays as long as its user', async shop => {
  const { db } = shop.deps
  const ann = await shop.customer()
  const name = await keep(shop)
  const change = (columns: { photo_url?: string; removed_at?: number }) =>
    db.write(tx => tx.updateTable('users').set(columns).where('email', '=', ann.email).execute())
  await change({ photo_url: `/images/${name}-960.webp` })
  shop.travel(day + 60_000)
  assert.equal(await removeUnusedPictures(shop.deps), 0)
  await change({ removed_at: 1 })
  assert.equal(await removeUnusedPictures(shop.deps), 4)
})

/** Fails if it deletes everything in one statement: a million rows would block all requests for half a minute. */
onBothEngines('expired rows are deleted in transactions of 500; the rest stays', async shop => {
  const { db, now } = shop.deps
  const rows = Array.from({ length: 1700 }, (_, i) => ({
    name: `old ${i}`,
    count: 1,
    resets_at: now() + i,
  }))
  await db.write(tx => tx.insertInto('rate_counters').values(rows).execute())
  shop.travel(2000)
  const fresh = { name: 'new', count: 1, resets_at: now() + 60_000 }
  await db.write(tx => tx.insertInto('rate_counters').values(fresh).execute())
  const sizes: number[] = []
  const begin = db.engine.begin.bind(db.engine)
  db.engine.begin = async () => {
    sizes.push((await db.read.selectFrom('rate_counters').select('name').execute()).length)
    return begin()
  }
  await applyRetention(shop.deps)
  // The other tables are empty: one transaction each.
  assert.deepEqual(sizes.slice(0, 10), [1701, 1701, 1701, 1701, 1701, 1201, 701, 201, 1, 1])
  assert.deepEqual(await db.read.selectFrom('rate_counters').selectAll().execute(), [fresh])
})

onBothEngines('expired sessions, proofs and pending sign-ins are deleted', async shop => {
  const { db, now } = shop.deps
  const ann = await shop.customer()
  const { uid } = (await ann.call('GET', '/api/auth/me')).json()
  await db.write(async tx => {
    for (const [name, expires_at] of [
      ['old', now()],
      ['new', now() + 1000],
    ] as const) {
      await tx.insertInto('proofs').values({ proof_hash: name, user_id: uid, expires_at }).execute()
      const session = { token_hash: name, user_id: uid, created_at: 1, expires_at }
      await tx.insertInto('sessions').values(session).execute()
      const words = { provider: 'google', code_verifier: 'x', nonce: 'x', next_path: '/' }
      await tx
        .insertInto('sign_in_flows')
        .values({ state_hash: name, ...words, expires_at })
        .execute()
    }
    await tx.deleteFrom('sessions').where('token_hash', 'not in', ['old', 'new']).execute()
  })
  shop.travel(500)
  await applyRetention(shop.deps)
  assert.deepEqual(
    (await db.read.selectFrom('sessions').select('token_hash').execute())[0]?.token_hash,
    'new',
  )
  assert.deepEqual((await db.read.selectFrom('proofs').select('proof_hash').execute())[0]?.proof_hash, 'new')
  assert.deepEqual(await db.read.selectFrom('sign_in_flows').select('state_hash').execute(), [
    { state_hash: 'new' },
  ])
})
