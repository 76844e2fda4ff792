import assert from 'node:assert/strict'
import { withCards } from '../../../../tests/helpers/card-shop.ts'
import { placePaidOrder } from '../../../../tests/helpers/paying.ts'
import { newAdmin, onBothEngines, userIdOf } from '../../../../tests/helpers/shop.ts'
import * as erasures from '../../store/erasures.ts'

/** Fails if counters of an email that had no account at the time outlive its owner, who signed up later. */
onBothEngines('erasure deletes the counters of the user’s email, and no others', async shop => {
  const ann = await shop.customer('ann@example.com')
  const { db, now } = shop.deps
  const names = ['sign-in ann@example.com from 192.0.2.7', 'sign-in ann@example.community from 192.0.2.7']
  await db.write(tx =>
    tx
      .insertInto('rate_counters')
      .values(names.map(name => ({ name, count: 1, resets_at: now() + 1000 })))
      .execute(),
  )
  assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
  const left = await db.read.selectFrom('rate_counters').select('name').where('name', 'in', names).execute()
  assert.deepEqual(left, [{ name: names[1] }])
})

/** Fails if only columns that end in `_at` are exported as times. */
withCards('the export formats every time as a date', async shop => {
  const { ann } = await placePaidOrder(shop)
  await shop.deps.db.write(tx =>
    tx.updateTable('users').set({ admin_since: shop.deps.now() }).where('email', '=', ann.email).execute(),
  )
  const data = (await ann.call('GET', '/api/auth/export')).json()
  for (const moment of [data.users[0].admin_since, data.orders[0].held_until, data.sessions[0].created_at])
    assert.match(String(moment), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

/** Fails if the email of an erased admin is still in the events of orders. */
withCards('events by an erased admin only say that it was an admin', async shop => {
  const [admin, other] = [await newAdmin(shop), await newAdmin(shop)]
  const { order } = await placePaidOrder(shop)
  assert.equal(
    (await other.call('POST', '/api/booking/send', { orders: [{ id: order._id }] })).statusCode,
    200,
  )
  const by = async () => {
    const events = (await admin.call('GET', `/api/booking/${order._id}/timeline`)).json<{ by: string }[]>()
    return events.map(event => event.by)
  }
  assert.ok((await by()).includes(other.email))
  assert.equal((await other.call('POST', '/api/auth/erase', {})).statusCode, 204)
  assert.deepEqual(
    (await by()).filter(name => name.includes('@')),
    [],
  )
})

/** Fails if a file counts as clean because it once was: a restored backup brings the person back into it. */
onBothEngines('a repeated erasure also cleans the file again', async shop => {
  const ann = await shop.customer()
  const { db, now } = shop.deps
  const userId = await userIdOf(shop, ann.email)
  await db.write(tx => erasures.erase(tx, userId, now()))
  await db.write(tx => erasures.setCleaned(tx, now(), now()))
  assert.equal(await erasures.needsCleaning(db.read), false)
  await db.write(tx => erasures.erase(tx, userId, now()))
  assert.equal(await erasures.needsCleaning(db.read), true)
})

/** Fails if a user who is erased during a cleaning counts as cleaned. */
onBothEngines('a user who is erased after a cleaning started is cleaned by the next one', async shop => {
  const { db, now } = shop.deps
  const since = now()
  for (const later of [0, 1]) {
    const { uid } = (await (await shop.customer()).call('GET', '/api/auth/me')).json()
    await db.write(tx => erasures.erase(tx, uid, since + later))
  }
  await db.write(tx => erasures.setCleaned(tx, since, since + 2))
  const rows = await db.read.selectFrom('erasures').select('cleaned_at').orderBy('asked_at').execute()
  assert.deepEqual(
    rows.map(({ cleaned_at }) => cleaned_at),
    [since + 2, null],
  )
})
