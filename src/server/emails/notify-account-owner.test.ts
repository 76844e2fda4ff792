import assert from 'node:assert/strict'
import { goodPassword, mailedSecret } from '../../../tests/helpers/account-calls.ts'
import { Authenticator } from '../../../tests/helpers/authenticator.ts'
import { type CardShop, withCardsOnSqlite } from '../../../tests/helpers/card-shop.ts'
import { type Customer, confirmed } from '../../../tests/helpers/customers.ts'
import { addPasskey, enterWith, nextCode, turnOnCodes } from '../../../tests/helpers/factors.ts'
import { allEmails } from '../../../tests/helpers/outbox-emails.ts'
import { onSqlite, type TestShop } from '../../../tests/helpers/shop.ts'
import { giveProof } from '../features/identity/proof.ts'
import { notifyOwner } from './notify-account-owner.ts'

const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux) Gecko Firefox/140.0' }

async function subjects({ deps }: TestShop): Promise<string[]> {
  return (await allEmails(deps.db.read)).map(({ subject }) => subject)
}

/** The emails that an action added to the outbox. */
async function emailsOf(shop: TestShop, act: () => Promise<unknown>) {
  const before = (await allEmails(shop.deps.db.read)).length
  // Emails are sorted by time.
  shop.travel(1)
  await act()
  return (await allEmails(shop.deps.db.read)).slice(before)
}

async function givePassword({ deps }: TestShop, { email }: Customer): Promise<void> {
  const password_hash = await deps.passwords.hash(goodPassword)
  await deps.db.write(tx =>
    tx.updateTable('users').set({ password_hash }).where('email', '=', email).execute(),
  )
}

/** Every action with its email subject, in an order in which each is possible. */
async function actsOf(shop: CardShop, ann: Customer): Promise<[string, () => Promise<unknown>][]> {
  await givePassword(shop, ann)
  const { uid } = (await ann.call('GET', '/api/auth/me')).json()
  const passkey = async () => (await ann.call('GET', '/api/auth/factors')).json().passkeys[0].id
  let known = { secret: '', recoveryCodes: [''] }
  const useRecoveryCode = async () => {
    const headers = { cookie: `tuckshop_proof=${await giveProof(shop.deps, uid)}`, ...firefox }
    const payload = { code: known.recoveryCodes[0] }
    const used = await shop.call({ method: 'POST', url: '/api/auth/totp/check', payload, headers })
    assert.equal(used.statusCode, 204)
  }
  return [
    ['A passkey was added to your account', () => addPasskey(ann, new Authenticator())],
    [
      'Signing in now asks for a code',
      async () => {
        known = await turnOnCodes(ann, shop.deps.now())
      },
    ],
    ['One of your recovery codes was used', useRecoveryCode],
    ['You have new recovery codes', () => ann.call('POST', '/api/auth/totp/recovery-codes')],
    ['Your sign-in codes now come from another app', () => turnOnCodes(ann, shop.deps.now())],
    ['Signing in no longer asks for a code', () => ann.call('DELETE', '/api/auth/totp')],
    [
      'A passkey was removed from your account',
      async () => ann.call('DELETE', `/api/auth/passkeys/${await passkey()}`),
    ],
    [
      'Your password was changed',
      () => ann.call('PUT', '/api/auth/password', { current: goodPassword, password: 'ten green teapots' }),
    ],
    [
      'Your password was changed',
      async () => {
        const payload = { token: await mailedSecret(shop, ann, 'reset'), password: goodPassword }
        await shop.call({ method: 'POST', url: '/api/auth/reset', payload })
      },
    ],
  ]
}

/** Fails if any of these actions sends no email, or two. */
withCardsOnSqlite('every change to an account’s sign-in methods sends its owner one email', async shop => {
  const ann = await confirmed(shop.deps, await shop.customer('ann@example.com'))
  for (const [subject, act] of await actsOf(shop, ann)) {
    const messages = await emailsOf(shop, act)
    assert.deepEqual(
      messages.map(one => [one.recipient, one.subject]),
      [[ann.email, subject]],
    )
    const [{ text_body: text = '', html_body: html = '' } = {}] = messages
    assert.match(text, /^When: .* GMT$/m)
    assert.match(text, /^From: (A program|Firefox on Linux), 127\.0\.0\.1$/m)
    assert.match(text, /If not, someone else has access to your account\./)
    assert.doesNotMatch(text + html, /[\w-]{43}|([a-z2-7]{4}-){3}|http/, 'no secret and no link')
  }
})

withCardsOnSqlite('the email names the browser, the passkey and the number of codes left', async shop => {
  const ann = await shop.customer('ann@example.com')
  const { uid } = (await ann.call('GET', '/api/auth/me')).json()
  await addPasskey(ann, new Authenticator())
  const { recoveryCodes } = await turnOnCodes(ann, shop.deps.now())
  const cookie = `tuckshop_proof=${await giveProof(shop.deps, uid)}`
  const [used] = await emailsOf(shop, () =>
    shop.call({
      method: 'POST',
      url: '/api/auth/totp/check',
      payload: { code: recoveryCodes[0] },
      headers: { cookie, ...firefox },
      remoteAddress: '198.51.100.7',
    }),
  )
  assert.match(used?.text_body ?? '', /From: Firefox on Linux, 198\.51\.100\.7\nRecovery codes left: 9/)
  const [added] = await allEmails(shop.deps.db.read)
  assert.match(added?.text_body ?? '', /Its name: Phone/)
})

/** Fails if an email is written before the action is known to succeed. */
withCardsOnSqlite('refused actions and codes from the app send no email', async shop => {
  const ann = await shop.customer('ann@example.com')
  await givePassword(shop, ann)
  const { secret } = await turnOnCodes(ann, shop.deps.now())
  const nothing = await emailsOf(shop, async () => {
    await ann.call('PUT', '/api/auth/password', { current: 'wrong', password: 'ten green teapots' })
    await ann.call('DELETE', `/api/auth/passkeys/${crypto.randomUUID()}`)
    await ann.call('PUT', '/api/auth/totp', { code: '000000' })
    const { uid } = (await ann.call('GET', '/api/auth/me')).json()
    const cookie = `tuckshop_proof=${await giveProof(shop.deps, uid)}`
    for (const code of ['abcd-efgh', nextCode(shop, secret)])
      await shop.call({ method: 'POST', url: '/api/auth/totp/check', payload: { code }, headers: { cookie } })
    assert.equal((await enterWith(shop.call, ann.email, cookie)).statusCode, 200)
  })
  assert.deepEqual(nothing, [])
})

/** Fails without a limit: an account with someone else's email could flood that mailbox. */
withCardsOnSqlite('the emails per account and hour are limited; the actions still work', async shop => {
  const ann = await shop.customer('ann@example.com')
  await turnOnCodes(ann, shop.deps.now())
  for (let times = 0; times < 25; times++)
    assert.equal((await ann.call('POST', '/api/auth/totp/recovery-codes')).statusCode, 200)
  assert.ok((await subjects(shop)).length <= 20)
})

/** Fails if the owner of an account has to find the way there. */
withCardsOnSqlite(
  'the email leads to the account, if the shop knows its address',
  async ({ deps, customer }) => {
    const { email } = await customer('ann@example.com')
    const { id: userId } = await deps.db.read
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const shop = { ...deps, config: { ...deps.config, emailOrigin: 'https://shop.example' } }
    const change = { userId, what: 'passkey_added', from: undefined, now: deps.now() } as const
    await deps.db.write(tx => notifyOwner(tx, shop, change))
    const [sent] = await allEmails(deps.db.read)
    assert.match(sent?.html_body ?? '', /<a data-button href="https:\/\/shop\.example\/dashboard">/)
    assert.match(sent?.text_body ?? '', /^Open My Profile: https:\/\/shop\.example\/dashboard$/m)
  },
)

withCardsOnSqlite('an erasure deletes the emails', async shop => {
  const ann = await shop.customer('ann@example.com')
  await addPasskey(ann, new Authenticator())
  assert.equal((await subjects(shop)).length, 1)
  assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
  assert.deepEqual(await subjects(shop), [])
})

onSqlite('a shop without email writes none', async shop => {
  const ann = await shop.customer('ann@example.com')
  assert.equal((await addPasskey(ann, new Authenticator())).statusCode, 201)
  assert.deepEqual(await subjects(shop), [])
})
