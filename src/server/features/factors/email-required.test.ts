import assert from 'node:assert/strict'
import { Authenticator } from '../../../../tests/helpers/authenticator.ts'
import { addCardsAndEmail, type CardShop } from '../../../../tests/helpers/card-shop.ts'
import { type Customer, customerOf } from '../../../../tests/helpers/customers.ts'
import { nextCode, optionsIn, turnOnCodes } from '../../../../tests/helpers/factors.ts'
import { newAdmin, onBothEngines } from '../../../../tests/helpers/shop.ts'
import { codeOf, stepAt } from './totp.ts'

type Settings = Record<string, string>

const live = { PUBLIC_URL: 'http://localhost:3000' }

function withMail(title: string, body: (shop: CardShop) => Promise<void>, settings: Settings = live): void {
  onBothEngines(
    title,
    async shop => {
      const paying = await addCardsAndEmail(shop)
      try {
        await body(paying)
      } finally {
        await paying.closeCards()
      }
    },
    settings,
  )
}

/** Verifies the email by the link in the email. */
async function proveEmail(shop: CardShop, who: Customer): Promise<void> {
  assert.equal((await who.call('POST', '/api/auth/verify/send')).statusCode, 204)
  const emails = await shop.deps.db.read.selectFrom('outbox').selectAll().execute()
  const email = emails.find(({ id, recipient }) => id.startsWith('verify ') && recipient === who.email)
  const token = /verify=([\w-]{43})/.exec(email?.text_body ?? '')?.[1]
  assert.equal((await who.call('POST', '/api/auth/verify', { token })).statusCode, 204)
}

const setVerified = (shop: CardShop, email_verified_at: number | null) =>
  shop.deps.db.write(tx => tx.updateTable('users').set({ email_verified_at }).execute())

const setupPaths = ['/api/auth/totp', '/api/auth/passkeys/options']

const emailFirst = async (who: Customer) => (await who.call('GET', '/api/auth/factors')).json().emailFirst

/** Fails if an account with an unverified email can have a factor: whoever reads the mailbox could remove it. */
withMail('the first factor requires a verified email, and the refusal says how to verify it', async shop => {
  const ann = await shop.customer()
  assert.equal(await emailFirst(ann), true)
  for (const path of setupPaths) {
    const refused = await ann.call('POST', path)
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'email_unverified'])
    assert.match(refused.json().detail, /^Confirm your email first: choose “Send me the link”/)
  }
  await proveEmail(shop, ann)
  assert.equal(await emailFirst(ann), false)
  for (const path of setupPaths) assert.equal((await ann.call('POST', path)).statusCode, 200)
})

/** Fails if this is checked only at the start: the email may have changed by the end. */
withMail('the verified email is required again when the factor is added', async shop => {
  const ann = await shop.customer()
  await setVerified(shop, 1)
  const { options, headers } = await optionsIn(await ann.call('POST', '/api/auth/passkeys/options'))
  const made = { name: 'Phone', ...new Authenticator().register(options, { origin: live.PUBLIC_URL }) }
  const { secret } = (await ann.call('POST', '/api/auth/totp')).json()
  await setVerified(shop, null)
  const code = codeOf(secret, stepAt(shop.deps.now()))
  assert.equal((await ann.call('PUT', '/api/auth/totp', { code })).json().code, 'email_unverified')
  const added = await ann.call('POST', '/api/auth/passkeys', made, headers)
  assert.equal(added.json().code, 'email_unverified')
  await setVerified(shop, 1)
  assert.equal((await ann.call('PUT', '/api/auth/totp', { code })).statusCode, 200)
  await setVerified(shop, null)
  for (const path of setupPaths)
    assert.equal((await ann.call('POST', path)).statusCode, 200, 'an existing factor can be changed')
})

/** Fails if the admin role works with an email whose reader can take over the account. */
withMail(
  'an admin who must have a second factor must also verify the email',
  async shop => {
    const { email, token } = await newAdmin(shop)
    const admin = customerOf(shop.call, email, token)
    await setVerified(shop, 1)
    const { secret } = await turnOnCodes(admin, shop.deps.now())
    assert.equal((await admin.call('GET', '/api/users')).statusCode, 200)
    await setVerified(shop, null)
    const refused = await admin.call('GET', '/api/users')
    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'second_factor_needed'])
    assert.match(refused.json().detail, /a confirmed email/)
    assert.equal((await admin.call('GET', '/api/auth/me')).json().secondFactorNeeded, true)
    assert.equal(await emailFirst(admin), true)
    await admin.call('POST', '/api/auth/prove', { code: nextCode(shop, secret) })
    assert.equal((await admin.call('GET', '/api/users')).statusCode, 403)
    await proveEmail(shop, admin)
    assert.equal((await admin.call('GET', '/api/users')).statusCode, 200)
  },
  { ...live, ADMIN_SECOND_FACTOR: 'required' },
)

/** Fails if verification is required where no email can be sent, or in a demo. */
for (const [where, settings] of [
  ['a demo', { ...live, SHOP_MODE: 'demo' }],
  ['a shop without PUBLIC_URL', {}],
] as const)
  withMail(
    `${where} does not require a verified email`,
    async shop => {
      const ann = await shop.customer()
      assert.equal(await emailFirst(ann), false)
      for (const path of setupPaths) assert.equal((await ann.call('POST', path)).statusCode, 200)
    },
    settings,
  )

onBothEngines(
  'a shop without mail does not require a verified email',
  async shop => {
    const ann = await shop.customer()
    for (const path of setupPaths) assert.equal((await ann.call('POST', path)).statusCode, 200)
  },
  live,
)
