import assert from 'node:assert/strict'
import { eventually, withCards, withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../../tests/helpers/content.ts'
import { type Customer, confirmed } from '../../../../tests/helpers/customers.ts'
import { allEmails } from '../../../../tests/helpers/outbox-emails.ts'
import { newAdmin, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { applyRetention } from '../../jobs/apply-retention.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'

const day = 86_400_000

const offer = (shop: TestShop) => changeContent(shop, { newsletter: { text: 'Once a month.' } })

const post = (shop: TestShop, url: string, payload: object) => shop.call({ method: 'POST', url, payload })

const ask = async (shop: TestShop, email: string) => {
  const { statusCode, body } = await post(shop, '/api/newsletter', { email })
  return [statusCode, body]
}

const accepted = [202, '']

const emailsTo = async ({ deps }: TestShop, email: string) =>
  (await allEmails(deps.db.read)).filter(({ recipient }) => recipient === email)

/** Waits for an email, because it is written after the response. */
const emailTo = (shop: TestShop, email: string, subject: RegExp) =>
  eventually(
    async () => (await emailsTo(shop, email)).find(message => subject.test(message.subject)),
    `an email to ${email} with ${subject}`,
  )

async function asked(shop: TestShop, email: string): Promise<string> {
  assert.deepEqual(await ask(shop, email), accepted)
  const { text_body } = await emailTo(shop, email, /Confirm your subscription/)
  return /\/\?newsletter=([\w-]{43})/.exec(text_body)?.[1] ?? assert.fail(text_body)
}

const confirm = async (shop: TestShop, token: string) =>
  (await post(shop, '/api/newsletter/confirm', { token })).statusCode

const unsubscribe = async (shop: TestShop, token: string) =>
  (await shop.call({ method: 'POST', url: '/api/newsletter/unsubscribe', query: { token } })).statusCode

async function subscribed(shop: TestShop, email: string): Promise<string> {
  const token = await asked(shop, email)
  assert.equal(await confirm(shop, token), 204)
  return token
}

const read = async (admin: Customer) =>
  (await admin.call('GET', '/api/newsletter')).json<{ count: number; canSubscribe: boolean }>()

const rows = ({ deps }: TestShop) =>
  deps.db.read.selectFrom('newsletter_subscribers').selectAll().orderBy('asked_at').execute()

withCards('an address is subscribed once its owner has confirmed it', async shop => {
  await offer(shop)
  const admin = await newAdmin(shop)
  const token = await asked(shop, 'ann@example.com')
  assert.deepEqual(await read(admin), { count: 0, canSubscribe: true })
  assert.equal(await confirm(shop, 'x'.repeat(43)), 410)
  assert.equal(await confirm(shop, token), 204)
  assert.equal((await read(admin)).count, 1)
  assert.equal(await confirm(shop, token), 410, 'a link works once')
  const welcome = await emailTo(shop, 'ann@example.com', /You are subscribed$/)
  assert.match(welcome.text_body, new RegExp(`/\\?unsubscribe=${token}`))
  const [row] = await rows(shop)
  assert.ok(!JSON.stringify(row).includes(token), 'the database has only the hash')
})

/** Fails if a request that nobody confirmed stays valid, or stays in the database. */
withCards('a request expires after seven days, and its row is deleted', async shop => {
  await offer(shop)
  const token = await asked(shop, 'ann@example.com')
  await subscribed(shop, 'bob@example.com')
  shop.travel(7 * day - 60_000)
  await applyRetention(shop.deps)
  assert.equal((await rows(shop)).length, 2)
  shop.travel(60_001)
  assert.equal(await confirm(shop, token), 410)
  await applyRetention(shop.deps)
  assert.deepEqual(
    (await rows(shop)).map(({ email }) => email),
    ['bob@example.com'],
  )
})

/** Fails if the answer, or the number of emails, tells what is known about an address. */
withCards('the answer is always the same, and an address gets at most one email a day', async shop => {
  await offer(shop)
  const bob = await confirmed(shop.deps, await shop.customer())
  const first = await asked(shop, bob.email)
  for (let n = 0; n < 3; n++) assert.deepEqual(await ask(shop, bob.email), accepted)
  await subscribed(shop, 'ann@example.com')
  assert.deepEqual(await ask(shop, 'ann@example.com'), accepted)
  // Each request is written before the next one of this process, so this one is the last.
  await asked(shop, 'last@example.com')
  assert.equal((await emailsTo(shop, bob.email)).length, 1)
  assert.equal((await emailsTo(shop, 'ann@example.com')).length, 2)
  shop.travel(day + 1)
  assert.deepEqual(await ask(shop, ' ANN@example.com '), accepted)
  const again = await emailTo(shop, 'ann@example.com', /already/)
  assert.match(again.text_body, /\?unsubscribe=/)
  assert.deepEqual(await ask(shop, bob.email), accepted)
  await eventually(async () => (await emailsTo(shop, bob.email)).length === 2, 'the second email')
  assert.equal(await confirm(shop, first), 204, 'the link of the first email works as well')
})

withCardsOnSqlite('a network can ask for 30 emails an hour, and an address gets six a year', async shop => {
  await offer(shop)
  for (let n = 0; n < 30; n++) assert.deepEqual(await ask(shop, `reader${n}@example.com`), accepted)
  const refused = await post(shop, '/api/newsletter', { email: 'one.more@example.com' })
  assert.deepEqual([refused.statusCode, refused.json().code], [429, 'too_many_requests'])
  assert.match(refused.json().detail, /^Many emails were requested from your network\. Please try again in/)
  for (let n = 0; n < 9; n++) {
    shop.travel(day + 1)
    assert.deepEqual(await ask(shop, 'victim@example.com'), accepted)
    await asked(shop, `day${n}@example.com`)
  }
  assert.equal((await emailsTo(shop, 'victim@example.com')).length, 6)
})

/** Fails without the headers of RFC 8058, or if the shop refuses what mail programs send to unsubscribe. */
withCards('a mail program unsubscribes with one click; only the proof stays', async shop => {
  await offer(shop)
  const token = await subscribed(shop, 'ann@example.com')
  await sendOutbox(shop.deps, shop.deps.mail)
  const [mail] = await shop.mails('ann@example.com')
  const header = (name: string) => mail?.headers.find(one => one.name === name)?.value
  assert.equal(header('List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click')
  const url = /^<(\S+)>$/.exec(header('List-Unsubscribe') ?? '')?.[1] ?? ''
  assert.equal(new URL(url).searchParams.get('token'), token)
  const sent = JSON.stringify(await emailsTo(shop, 'ann@example.com'))
  assert.ok(!sent.includes(token), 'a sent email does not contain the secret any more')
  const { pathname, search } = new URL(url)
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const headers = { 'content-type': type }
    const payload = 'List-Unsubscribe=One-Click'
    const answer = await shop.call({ method: 'POST', url: pathname + search, headers, payload })
    assert.equal(answer.statusCode, 204, answer.body)
  }
  const [row] = await rows(shop)
  assert.equal(row?.email, null)
  assert.ok(row?.confirmed_at && row.left_at)
  assert.deepEqual(await emailsTo(shop, 'ann@example.com'), [])
  assert.equal(await unsubscribe(shop, 'x'.repeat(43)), 410)
  assert.equal(
    (await shop.call({ url: pathname + search })).statusCode,
    404,
    'opening the address is no click',
  )
  shop.travel(3 * 365 * day + 1)
  await applyRetention(shop.deps)
  assert.deepEqual(await rows(shop), [])
})

withCards('who has left can subscribe again; leaving before confirming deletes the request', async shop => {
  await offer(shop)
  const admin = await newAdmin(shop)
  const token = await subscribed(shop, 'ann@example.com')
  assert.equal(await unsubscribe(shop, token), 204)
  assert.equal(await confirm(shop, token), 410)
  shop.travel(day + 1)
  assert.equal(await asked(shop, 'ann@example.com'), token)
  assert.equal(await confirm(shop, token), 204)
  assert.equal((await read(admin)).count, 1)
  const other = await asked(shop, 'bob@example.com')
  assert.equal(await unsubscribe(shop, other), 204)
  assert.equal(await confirm(shop, other), 410)
  assert.equal((await rows(shop)).length, 1)
})

withCardsOnSqlite('a shop without a newsletter refuses requests, and still unsubscribes', async shop => {
  await offer(shop)
  const [token, pending] = [await subscribed(shop, 'ann@example.com'), await asked(shop, 'bob@example.com')]
  await changeContent(shop, { newsletter: null })
  const refused = await post(shop, '/api/newsletter', { email: 'cleo@example.com' })
  assert.deepEqual([refused.statusCode, refused.json().code], [404, 'not_found'])
  assert.equal(await confirm(shop, pending), 404)
  assert.equal(await unsubscribe(shop, token), 204)
})

onSqlite('a shop without email says that nobody can subscribe', async shop => {
  await offer(shop)
  const refused = await post(shop, '/api/newsletter', { email: 'ann@example.com' })
  assert.deepEqual([refused.statusCode, refused.json().code], [503, 'feature_off'])
  assert.deepEqual(await read(await newAdmin(shop)), { count: 0, canSubscribe: false })
})

onSqlite('bad addresses are refused at the field', async shop => {
  await offer(shop)
  for (const email of [
    '',
    'ann',
    'a@b@c',
    'ann@example.com, bob@example.com',
    `${'x'.repeat(300)}@x.example`,
  ]) {
    const refused = await post(shop, '/api/newsletter', { email })
    assert.equal(refused.statusCode, 400, email)
    assert.ok(refused.json().fields.email)
  }
})
