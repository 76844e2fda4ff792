import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { withCards, withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import { confirmPaid, startCardPayment } from '../../../../tests/helpers/paying.ts'
import {
  addOtherCustomers,
  occurrencesOf,
  personWithHistory,
  uniqueDetails,
} from '../../../../tests/helpers/person-with-history.ts'
import { newAdmin, onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { closeAccounts } from '../../jobs/close-accounts.ts'
import { finishErasures } from '../../jobs/finish-erasures.ts'
import { indexOrders } from '../../jobs/index-search.ts'
import { notifyAdminsHourly } from '../../jobs/notify-admins-hourly.ts'
import { signUp } from '../identity/sign-up.ts'

withCards('the export contains all data about the user, and no secret', async shop => {
  const { ann } = await personWithHistory(shop)
  const answer = await ann.call('GET', '/api/auth/export')
  assert.equal(answer.headers['content-disposition'], 'attachment; filename="my-data.json"')
  const text = answer.body
  for (const mark of Object.values(uniqueDetails)) assert.ok(text.includes(mark), mark)
  const data = answer.json()
  assert.deepEqual(
    ['users', 'profiles', 'orders', 'reviews', 'outbox', 'sessions', 'invoices', 'audit_log'].filter(
      table => !data[table],
    ),
    [],
  )
  assert.doesNotMatch(text, /hash"|idempotency/)
  const sent = data.orders.find(({ sent_at }: { sent_at: string | null }) => sent_at !== null)
  for (const moment of ['created_at', 'held_until', 'paid_at', 'sent_at'])
    assert.match(sent[moment], /^20\d\d-\d\d-\d\dT/, moment)
  assert.deepEqual([sent.total, sent.unit_price, sent.refunded, sent.quantity], [68, 34, 1, 2])
})

onBothEngines('a picture in the shop’s storage is exported, and erased with the account', async shop => {
  const { dataDir } = shop.deps.config
  const ann = await shop.customer('ann@example.com')
  const name = 'a'.repeat(32)
  await mkdir(join(dataDir, 'images'), { recursive: true })
  for (const file of [`${name}-960.webp`, `${name}-480.avif`])
    await writeFile(join(dataDir, 'images', file), 'pixels')
  const photo_url = `/images/${name}-960.webp`
  await shop.deps.db.write(tx =>
    tx.updateTable('users').set({ photo_url }).where('email', '=', ann.email).execute(),
  )
  const { pictures } = (await ann.call('GET', '/api/auth/export')).json()
  assert.deepEqual(pictures, { [photo_url]: `data:image/webp;base64,${btoa('pixels')}` })
  assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
  assert.deepEqual(await readdir(join(dataDir, 'images')), [])
  const people = await shop.deps.db.read.selectFrom('users').select('search_text').execute()
  assert.deepEqual(people, [{ search_text: '' }])
})

/** All bytes in the data folder, and all rows. */
async function traces(shop: TestShop): Promise<string[]> {
  // The words of the name are also stored in lowercase for the search.
  const sought = [...Object.values(uniqueDetails), ...uniqueDetails.name.toLowerCase().split(' ')]
  const found = await occurrencesOf(shop.deps.db.read, sought)
  if (shop.engine === 'postgres') return found
  const { rows } = await sql<{ text: string }>`select text from order_search`.execute(shop.deps.db.read)
  found.push(...sought.filter(mark => rows.some(({ text }) => text.includes(mark))))
  const folder = shop.deps.config.dataDir
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const bytes = await readFile(join(file.parentPath, file.name))
    for (const mark of sought) if (bytes.includes(mark)) found.push(`${mark} in ${file.name}`)
  }
  return found
}

/** Fails without any one of: removeTexts, eraseCustomer, eraseEmailsToAdmins, eraseFromLedger, secure_delete with cleanFile. */
withCards('erasing an account leaves no trace of the user, and the books still balance', async shop => {
  await addOtherCustomers(shop)
  const { ann, admin, paidIntent } = await personWithHistory(shop)
  shop.travel(2 * 3_600_000)
  await notifyAdminsHourly(shop.deps)
  await indexOrders(shop.deps)
  assert.ok((await traces(shop)).length > 0)
  // Simulates a fresh sign-in.
  const proved_at = shop.deps.now()
  await shop.deps.db.write(tx => tx.updateTable('sessions').set({ proved_at }).execute())
  const answer = await ann.call('POST', '/api/auth/erase', {})
  assert.equal(answer.statusCode, 204, answer.body)
  await finishErasures(shop.deps)
  assert.deepEqual(await traces(shop), [])
  assert.equal((await ann.call('GET', '/api/auth/me')).statusCode, 401)
  assert.equal((await shop.readFromProvider(`payment_intents/${paidIntent}`)).receipt_email, null)
  const { id: erased } = await shop.deps.db.read
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'erased')
    .executeTakeFirstOrThrow()
  const [last] = (await admin.call('GET', '/api/audit?search=account+erased')).json()
  assert.deepEqual([last.who, last.detail], [erased, { user: erased }])
  const orders = (await admin.call('GET', '/api/booking')).json<{ paid: boolean; ownerName: string }[]>()
  assert.ok(orders.some(({ paid, ownerName }) => paid && ownerName === ''))
})

/** Fails if a later refund causes an email to an address that no longer exists. */
withCards('a refund after an erasure succeeds without an email', async shop => {
  const { ann, admin, paidOrder } = await personWithHistory(shop)
  await ann.call('POST', '/api/auth/erase', {})
  const refundForm = { reason: 'Late', restock: 0 }
  const refund = await admin.call('POST', `/api/booking/${paidOrder}/refund`, refundForm)
  assert.equal(refund.statusCode, 200, refund.body)
  const messages = await shop.deps.db.read.selectFrom('outbox').select('recipient').execute()
  assert.deepEqual(
    messages.filter(({ recipient }) => recipient === ''),
    [],
  )
})

/** Fails if a job does this: until it runs, the card could be charged, and the stock is held. */
withCards('an erasure removes unpaid orders and cancels their payments before it responds', async shop => {
  const item = await shop.item({ availableQuantity: 9 })
  const ann = await shop.customer('ann@example.com')
  const [first, second, third] = [
    (await ann.order(item, 2)).json(),
    (await ann.order(item, 3)).json(),
    (await ann.order(item, 1)).json(),
  ]
  const alone = await startCardPayment(ann, first)
  const answer = await ann.call('POST', '/api/create-payment-intent', {
    _id: second._id,
    with: [third._id],
  })
  const together = answer.json().clientSecret.split('_secret_')[0]
  assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
  const { read } = shop.deps.db
  const orders = await read.selectFrom('orders').select(['removed_at', 'email']).execute()
  assert.deepEqual(
    orders.map(order => [order.removed_at !== null, order.email]),
    Array(3).fill([true, '']),
  )
  for (const intent of [alone, together])
    assert.equal((await shop.readFromProvider(`payment_intents/${intent}`)).status, 'canceled')
  const open = await read.selectFrom('payment_orders').selectAll().where('ended_at', 'is', null).execute()
  assert.deepEqual(open, [])
  assert.equal((await shop.call({ url: `/api/items/${item._id}` })).json().availableQuantity, 9)
})

/** Fails if the account is erased before its open payment is canceled: the card could be charged for nothing. */
withCardsOnSqlite(
  'an erasure cancels open payments, immediately or once the provider is back',
  async shop => {
    const item = await shop.item({ availableQuantity: 5 })
    const ann = await shop.customer('ann@example.com')
    const order = (await ann.order(item, 2)).json()
    const intent = await startCardPayment(ann, order)
    await shop.setCardFaults({ outage: true })
    assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
    await shop.setCardFaults({ outage: false })
    await closeAccounts(shop.deps)
    await finishErasures(shop.deps)
    assert.equal((await shop.readFromProvider(`payment_intents/${intent}`)).status, 'canceled')
    assert.equal((await shop.readFromProvider(`payment_intents/${intent}`)).receipt_email, null)
    assert.equal((await shop.call({ url: `/api/items/${item._id}` })).json().availableQuantity, 5)
    const again = await confirmPaid(ann, order._id, intent)
    assert.equal(again.statusCode, 401)
  },
)

onSqlite('the last admin cannot be erased', async shop => {
  const admin = await newAdmin(shop)
  assert.equal((await admin.call('POST', '/api/auth/erase', {})).json().code, 'last_admin')
  assert.equal((await admin.call('GET', '/api/auth/me')).statusCode, 200)
  await newAdmin(shop)
  assert.equal((await admin.call('POST', '/api/auth/erase', {})).statusCode, 204)
})

/** Fails if a stolen token is enough. */
onSqlite('erasure requires the password or, without one, a sign-in within ten minutes', async shop => {
  const bob = await shop.customer('bob@example.com')
  shop.travel(10 * 60_000 + 1)
  assert.equal((await bob.call('POST', '/api/auth/erase', {})).json().code, 'proof_missing')
  const ann = await shop.customer('ann@example.com')
  const visitor = { address: '192.0.2.9', times: 1 }
  const other = await signUp(shop.deps, { name: 'C', email: 'c@example.com', password: 'teapot-9' }, visitor)
  await shop.deps.db.write(tx =>
    tx
      .updateTable('users')
      .set({ password_hash: other.password_hash })
      .where('email', '=', ann.email)
      .execute(),
  )
  for (const body of [{}, { password: 'wrong' }])
    assert.equal((await ann.call('POST', '/api/auth/erase', body)).json().code, 'wrong_password')
  assert.equal((await ann.call('POST', '/api/auth/erase', { password: 'teapot-9' })).statusCode, 204)
  await shop.customer('ann@example.com')
})
