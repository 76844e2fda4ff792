import assert from 'node:assert/strict'
import type { InjectOptions } from 'fastify'
import {
  type CardShop,
  eventually,
  withCards,
  withCardsOnSqlite,
} from '../../../../tests/helpers/card-shop.ts'
import { confirmed } from '../../../../tests/helpers/customers.ts'
import { factorTables, giveFactors } from '../../../../tests/helpers/factors.ts'
import { allEmails } from '../../../../tests/helpers/outbox-emails.ts'
import { onBothEngines, onSqlite } from '../../../../tests/helpers/shop.ts'
import { sendResetLink } from './forgot-password.ts'

const minute = 60_000
const old = 'an old password'
const next = 'nine blue teapots'

const post = (shop: CardShop, url: string, payload: object, more: InjectOptions = {}) =>
  shop.call({ method: 'POST', url, payload, ...more })

const forgot = (shop: CardShop, email: string, more: InjectOptions = {}) =>
  post(shop, '/api/auth/forgot', { email }, more)

const reset = (shop: CardShop, token: string, password = next) =>
  post(shop, '/api/auth/reset', { token, password })

const signIn = (shop: CardShop, email: string, password: string) =>
  post(shop, '/api/auth/sign-in', { email, password })

const emailsTo = async ({ deps }: CardShop, email: string, subject: RegExp) =>
  (await allEmails(deps.db.read)).filter(row => row.recipient === email && subject.test(row.subject))

const resetEmails = (shop: CardShop, email: string) => emailsTo(shop, email, /new password/)

/** Requests a reset and waits for the email, which is written after the response. Returns its link. */
async function linkFor(shop: CardShop, email: string, typed = email, more: InjectOptions = {}): Promise<URL> {
  const before = await resetEmails(shop, email)
  assert.equal((await forgot(shop, typed, more)).statusCode, 202)
  const text = await eventually(async () => {
    const emails = await resetEmails(shop, email)
    return emails.find(({ id }) => before.every(known => known.id !== id))?.text_body
  }, 'an email')
  return new URL(/http\S+/.exec(text)?.[0] ?? '')
}

const tokenOf = (link: URL) => link.searchParams.get('reset') ?? ''

async function withPassword(shop: CardShop, email: string) {
  const customer = await shop.customer(email)
  const password_hash = await shop.deps.passwords.hash(old)
  await shop.deps.db.write(tx =>
    tx.updateTable('users').set({ password_hash }).where('email', '=', email).execute(),
  )
  return customer
}

withCardsOnSqlite(
  'a link sets a new password once, ends all sessions, and an email confirms it',
  async shop => {
    const ann = await withPassword(shop, 'ann@example.com')
    const link = await linkFor(shop, ann.email, ' Ann@Example.com ')
    assert.equal(link.pathname, '/login')
    assert.equal((await signIn(shop, ann.email, old)).statusCode, 200, 'the request alone changes nothing')
    assert.equal((await reset(shop, tokenOf(link))).statusCode, 204)
    assert.equal((await ann.call('GET', '/api/auth/me')).statusCode, 401)
    assert.equal((await signIn(shop, ann.email, old)).statusCode, 401)
    assert.equal((await signIn(shop, ann.email, next)).statusCode, 200)
    assert.equal((await emailsTo(shop, ann.email, /was changed/)).length, 1)
    const again = await reset(shop, tokenOf(link), 'another password of theirs')
    assert.deepEqual([again.statusCode, again.json().code], [410, 'link_used_or_old'])
    assert.equal((await signIn(shop, ann.email, next)).statusCode, 200)
  },
)

/** Fails if the link is checked and used in two steps: a slower concurrent request would also set its password. */
withCards('of many concurrent uses of a link, one succeeds', async shop => {
  const ann = await withPassword(shop, 'ann@example.com')
  const token = tokenOf(await linkFor(shop, ann.email))
  const answers = await Promise.all([1, 2, 3, 4].map(n => reset(shop, token, `teapot number ${n}`)))
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [204, 410, 410, 410])
})

withCardsOnSqlite('a link is valid for 30 minutes; using one invalidates the others', async shop => {
  const ann = await confirmed(shop.deps, await withPassword(shop, 'ann@example.com'))
  const late = tokenOf(await linkFor(shop, ann.email))
  shop.travel(30 * minute)
  assert.equal((await reset(shop, late)).statusCode, 410)
  const [first, second] = [tokenOf(await linkFor(shop, ann.email)), tokenOf(await linkFor(shop, ann.email))]
  assert.equal((await reset(shop, second)).statusCode, 204)
  assert.equal((await reset(shop, first)).statusCode, 410)
})

/** Fails if they stay: a person who created an account with someone else's email would still have a passkey for it. */
withCards(
  'a reset removes passkeys, codes and linked accounts of an unverified account; a verified one keeps them',
  async shop => {
    const rows = async (userId: string) =>
      Promise.all(
        [...factorTables, 'linked_accounts' as const].map(
          async table =>
            (await shop.deps.db.read.selectFrom(table).selectAll().where('user_id', '=', userId).execute())
              .length,
        ),
      )
    for (const [email, email_verified_at, left] of [
      ['ann@example.com', null, [0, 0, 0, 0]],
      ['bob@example.com', 1, [1, 1, 1, 1]],
    ] as const) {
      const { uid } = (await (await shop.customer(email)).call('GET', '/api/auth/me')).json()
      await shop.deps.db.write(async tx => {
        await giveFactors(tx, uid)
        const link = { provider: 'firebase', subject: uid, user_id: uid, created_at: 1 }
        await tx.insertInto('linked_accounts').values(link).execute()
        await tx.updateTable('users').set({ email_verified_at }).where('id', '=', uid).execute()
      })
      assert.equal((await reset(shop, tokenOf(await linkFor(shop, email)))).statusCode, 204)
      assert.deepEqual(await rows(uid), left, email)
    }
  },
)

/** Fails if the plain secret is stored: a reader of the table could sign in as anyone. */
withCardsOnSqlite('the table of links does not contain their secrets', async shop => {
  const ann = await shop.customer('ann@example.com')
  const token = tokenOf(await linkFor(shop, ann.email))
  const rows = await shop.deps.db.read.selectFrom('mailed_links').selectAll().execute()
  assert.equal(rows.length, 1)
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(token))
})

withCardsOnSqlite('unknown and known emails get the same response, and unknown ones no email', async shop => {
  await shop.customer('ann@example.com')
  const answers = [await forgot(shop, 'nobody@example.com'), await forgot(shop, 'ann@example.com')]
  const responses = answers.map(({ statusCode, body, headers }) => {
    const { date: _, 'x-request-id': __, ...others } = headers
    return { statusCode, body, others }
  })
  assert.deepEqual(responses[0], responses[1])
  assert.equal(responses[0]?.statusCode, 202)
  await eventually(async () => (await allEmails(shop.deps.db.read)).length > 0, 'the email to Ann')
  assert.deepEqual(await emailsTo(shop, 'nobody@example.com', /./), [])
})

/** Fails if only IP addresses are limited: a thousand of them could flood a mailbox. */
withCards(
  'fifty requests for one mailbox from fifty IP addresses cause three emails an hour',
  async shop => {
    const [ann, bob] = [
      await confirmed(shop.deps, await shop.customer('ann@example.com')),
      await shop.customer('bob@example.com'),
    ]
    // Calls the function directly: the HTTP call responds before it is counted, so a late request could fall into the next
    // hour.
    const flood = Array.from({ length: 50 }, (_, n) => ({ address: `198.51.100.${n}`, times: 1 }))
    const origin = 'https://shop.example'
    await Promise.all(flood.map(visitor => sendResetLink(shop.deps, { email: ann.email, visitor, origin })))
    assert.equal((await resetEmails(shop, ann.email)).length, 3)
    assert.equal((await forgot(shop, ann.email, { remoteAddress: '198.51.100.99' })).statusCode, 202)
    const link = await linkFor(shop, bob.email, bob.email, { headers: { host: 'evil.example' } })
    assert.equal(link.origin, origin)
    shop.travel(61 * minute)
    await linkFor(shop, ann.email)
    assert.equal((await resetEmails(shop, ann.email)).length, 4)
  },
  (title, body) => onBothEngines(title, body, { PUBLIC_URL: 'https://shop.example' }),
)

/** Fails if only mailboxes are limited: one visitor could write to all of them. */
withCardsOnSqlite(
  'one IP address can request 30 resets an hour, and always gets the same response',
  async shop => {
    const people = await Promise.all(
      Array.from({ length: 33 }, async () => confirmed(shop.deps, await shop.customer())),
    )
    for (const { email } of people) assert.equal((await forgot(shop, email)).statusCode, 202)
    await eventually(async () => (await allEmails(shop.deps.db.read)).length >= 30, 'emails')
    shop.travel(61 * minute)
    await linkFor(shop, people[0]?.email ?? '')
    assert.equal((await allEmails(shop.deps.db.read)).length, 31)
  },
)

withCardsOnSqlite(
  'a Google-only user can set a password by email, which verifies the email address',
  async shop => {
    const ann = await shop.customer('ann@example.com')
    const token = tokenOf(await linkFor(shop, ann.email))
    assert.equal((await reset(shop, token)).statusCode, 204)
    assert.equal((await signIn(shop, ann.email, next)).statusCode, 200)
    const { email_verified_at } = await shop.deps.db.read
      .selectFrom('users')
      .select('email_verified_at')
      .where('email', '=', ann.email)
      .executeTakeFirstOrThrow()
    assert.ok(email_verified_at)
  },
)

withCards('a removed account gets no email and no password', async shop => {
  const ann = await withPassword(shop, 'ann@example.com')
  const token = tokenOf(await linkFor(shop, ann.email))
  await shop.deps.db.write(tx => tx.updateTable('users').set({ removed_at: 1 }).execute())
  assert.equal((await reset(shop, token)).statusCode, 410)
})

withCardsOnSqlite('a common password is refused with a message, and the link stays valid', async shop => {
  const ann = await shop.customer('ann@example.com')
  const token = tokenOf(await linkFor(shop, ann.email))
  const refused = await reset(shop, token, 'Password1')
  assert.deepEqual([refused.statusCode, refused.json().code], [400, 'bad_input'])
  assert.match(refused.json().fields.password, /Choose another one/)
  assert.equal((await reset(shop, token)).statusCode, 204)
})

/** Fails if the link uses the Host header of the request: it could lead to an attacker's server. */
withCardsOnSqlite('request headers do not affect where the link leads', async shop => {
  const ann = await shop.customer('ann@example.com')
  for (const more of [
    { headers: { host: 'evil.example' } },
    { headers: { host: 'localhost', 'x-forwarded-for': '198.51.100.7' } },
    { headers: { host: 'localhost:666' }, remoteAddress: '198.51.100.7' },
  ]) {
    const answer = await forgot(shop, ann.email, more)
    assert.deepEqual([answer.statusCode, answer.json().code], [503, 'feature_off'])
  }
  assert.equal((await linkFor(shop, ann.email)).origin, 'http://localhost')
})

onSqlite('a shop without mail says so, for any email', async shop => {
  await shop.customer('ann@example.com')
  for (const email of ['ann@example.com', 'nobody@example.com']) {
    const answer = await shop.call({ method: 'POST', url: '/api/auth/forgot', payload: { email } })
    assert.deepEqual([answer.statusCode, answer.json().code], [503, 'feature_off'])
  }
})
