import assert from 'node:assert/strict'
import { factorTables, giveFactors } from '../../../../tests/helpers/factors.ts'
import { onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import type { SocialPerson } from '../../adapters/social.ts'
import type { UserRow } from '../../db/schema/tables.ts'
import { userFor } from './social-link.ts'

const ada: SocialPerson = {
  subject: '1001',
  verifiedEmail: 'Ada@Example.com',
  unverifiedEmail: false,
  name: 'Ada',
  photoUrl: 'https://pictures.example/ada',
}

async function enters(shop: TestShop, provider: 'google' | 'github', person: SocialPerson): Promise<UserRow> {
  const user = await userFor(shop.deps, provider, person)
  assert.ok(typeof user === 'object', JSON.stringify(user))
  return user
}

const remove = (shop: TestShop, id: string) =>
  shop.deps.db.write(tx => tx.updateTable('users').set({ removed_at: 1 }).where('id', '=', id).execute())

const post = (shop: TestShop, url: string, payload: object) => shop.call({ method: 'POST', url, payload })

onSqlite('a link stays with its user, even if the email at the provider changes', async shop => {
  const user = await enters(shop, 'google', ada)
  assert.equal(user.email, 'ada@example.com')
  assert.ok(user.email_verified_at)
  assert.equal(user.photo_url, 'https://pictures.example/ada')
  const moved = { ...ada, verifiedEmail: 'other@example.com', name: 'Somebody' }
  assert.equal((await enters(shop, 'google', moved)).id, user.id)
  const lapsed = { ...ada, verifiedEmail: undefined, unverifiedEmail: true }
  assert.equal((await enters(shop, 'google', lapsed)).id, user.id)
  assert.equal(
    (await enters(shop, 'github', { ...ada, subject: '7' })).id,
    user.id,
    'the same verified email',
  )
  const stranger = { ...ada, subject: '1002', verifiedEmail: 'eve@example.com' }
  assert.notEqual((await enters(shop, 'google', stranger)).id, user.id)
  assert.notEqual((await enters(shop, 'github', { ...stranger, subject: '1001' })).id, user.id)
})

onSqlite('a new user needs a verified email', async shop => {
  await shop.customer('nova@example.com')
  const cases: [SocialPerson, string][] = [
    [{ ...ada, verifiedEmail: undefined, unverifiedEmail: true }, 'unverified'],
    [{ ...ada, verifiedEmail: undefined }, 'no_email'],
    [{ ...ada, verifiedEmail: 'not an email' }, 'no_email'],
    [{ ...ada, verifiedEmail: `${'x'.repeat(250)}@example.com` }, 'no_email'],
  ]
  for (const [person, refusal] of cases) assert.equal(await userFor(shop.deps, 'google', person), refusal)
  assert.deepEqual(await shop.deps.db.read.selectFrom('linked_accounts').selectAll().execute(), [])
})

/**
 * On 6ceb9a3 toLowerCase turned 'mi\u212Ae' (with the Kelvin sign) into 'mike': the user of that email at a provider was
 * signed in as Mike, and Mike's password was removed.
 */
onBothEngines(
  'a provider’s email that equals a user’s only after case folding gives no access',
  async shop => {
    const mike = { name: 'Mike', email: 'mike@kites.example', password: 'teapot-9' }
    await post(shop, '/api/auth/sign-up', mike)
    const odd = [
      'mi\u212Ae@kites.example',
      'mike@\u212Aites.example',
      'm\u0130ke@kites.example',
      'mike@kites.example ',
      '\tmike@kites.example',
      'mike@kites.example\u200B',
      '\uFEFFmike@kites.example',
      'j\u00F6rg@kites.example',
    ]
    for (const [i, verifiedEmail] of odd.entries()) {
      const refused = await userFor(shop.deps, 'google', { ...ada, subject: `odd ${i}`, verifiedEmail })
      assert.equal(refused, 'odd_email', JSON.stringify(verifiedEmail))
    }
    const { email, password } = mike
    assert.equal((await post(shop, '/api/auth/sign-in', { email, password })).statusCode, 200)
    const typed = await post(shop, '/api/auth/sign-in', { email: 'mi\u212Ae@kites.example', password })
    assert.equal(typed.json().code, 'user_not_found')
    assert.equal((await enters(shop, 'google', { ...ada, verifiedEmail: 'MIKE@Kites.example' })).email, email)
  },
)

onSqlite('a linked user can sign in, but an email that cannot be compared verifies nothing', async shop => {
  const first = await enters(shop, 'google', ada)
  await shop.deps.db.write(tx => tx.updateTable('users').set({ email_verified_at: null }).execute())
  const again = await enters(shop, 'google', { ...ada, verifiedEmail: ' ada@example.com' })
  assert.deepEqual([again.id, again.email_verified_at], [first.id, null])
})

onSqlite('unusual names and photos are cut to what the shop stores', async shop => {
  const names = [' \0 ', '<b>Ada</b>', `${'👩'.repeat(200)}`, 'a\ud800b']
  for (const [i, name] of names.entries()) {
    const person = {
      ...ada,
      subject: `s${i}`,
      verifiedEmail: `a${i}@example.com`,
      name,
      photoUrl: 'javascript:1',
    }
    const user = await enters(shop, 'google', person)
    assert.ok(user.display_name.length >= 1 && Array.from(user.display_name).length <= 120)
    assert.ok(user.display_name.isWellFormed())
    assert.equal(user.photo_url, null)
  }
})

/** Linking without linkedAccounts.claim leaves the password, session and proof of the person who created the account. */
onSqlite('when the owner links an unverified account, its creator loses all access', async shop => {
  const squatter = { name: 'Mallory', email: 'ada@example.com', password: 'teapot-9' }
  const signedUp = await post(shop, '/api/auth/sign-up', squatter)
  const cookieOf = (answer: typeof signedUp) => String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const enter = (cookie: string) =>
    shop.call({
      method: 'PUT',
      url: '/api/users/ada@example.com',
      payload: { email: squatter.email },
      headers: { cookie },
    })
  const { token } = (await enter(cookieOf(signedUp))).json()
  const unused = cookieOf(
    await post(shop, '/api/auth/sign-in', { email: squatter.email, password: 'teapot-9' }),
  )
  const asSquatter = { url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } }
  assert.equal((await shop.call(asSquatter)).statusCode, 200)

  await shop.deps.db.write(tx => giveFactors(tx, signedUp.json().user.uid))
  const user = await enters(shop, 'google', ada)
  assert.equal(user.id, signedUp.json().user.uid, 'the account itself stays')
  for (const table of factorTables)
    assert.deepEqual(await shop.deps.db.read.selectFrom(table).selectAll().execute(), [], table)
  assert.equal((await shop.call(asSquatter)).statusCode, 401)
  assert.equal((await enter(unused)).statusCode, 401)
  const again = await post(shop, '/api/auth/sign-in', { email: squatter.email, password: 'teapot-9' })
  assert.equal(again.json().code, 'wrong_password')
})

onSqlite('an account with a verified email keeps its password and sessions', async shop => {
  await post(shop, '/api/auth/sign-up', { name: 'Ada', email: 'ada@example.com', password: 'teapot-9' })
  await shop.deps.db.write(tx => tx.updateTable('users').set({ email_verified_at: 1 }).execute())
  await enters(shop, 'google', ada)
  const signedIn = await post(shop, '/api/auth/sign-in', { email: 'ada@example.com', password: 'teapot-9' })
  assert.equal(signedIn.statusCode, 200)
})

/** Looking up links without users.removed_at signs the removed user in; a plain insert fails forever. */
onSqlite('a removed user is not restored; the person gets a new account', async shop => {
  const first = await enters(shop, 'google', ada)
  await enters(shop, 'github', { ...ada, subject: '7' })
  await remove(shop, first.id)
  const second = await enters(shop, 'google', ada)
  assert.notEqual(second.id, first.id)
  assert.equal((await enters(shop, 'github', { ...ada, subject: '7' })).id, second.id)
})

/** With maxTries = 1 the slower ones fail with a unique violation on PostgreSQL. */
onBothEngines('many concurrent first sign-ins create one user', async shop => {
  for (let round = 0; round < 10; round++) {
    const email = `new${round}@example.com`
    const arrivals = (['google', 'github', 'google', 'github'] as const).map(provider =>
      enters(shop, provider, { ...ada, subject: `round ${round}`, verifiedEmail: email }),
    )
    assert.equal(new Set((await Promise.all(arrivals)).map(({ id }) => id)).size, 1)
  }
})

onSqlite('a provider without keys is off', async shop => {
  for (const path of ['google', 'google/callback', 'github', 'github/callback?state=x']) {
    const answer = await shop.call({ url: `/api/auth/${path}` })
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/login#problem=off'])
  }
  const options = (await shop.call({ url: '/api/auth/options' })).json()
  assert.deepEqual([options.google, options.github], [false, false])
})
