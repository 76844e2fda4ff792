import assert from 'node:assert/strict'
import { Authenticator } from '../../../../tests/helpers/authenticator.ts'
import {
  addPasskey,
  assertionBy,
  cookieOf,
  enterWith,
  optionsIn,
  turnOnCodes,
} from '../../../../tests/helpers/factors.ts'
import { onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'

const signIn = (shop: TestShop, shown: { payload: object; headers: Record<string, string> }) =>
  shop.call({ method: 'POST', url: '/api/auth/passkeys/sign-in', ...shown })

onSqlite('a passkey is added, named, used to sign in without a code, and removed', async shop => {
  const ann = await shop.customer()
  const device = new Authenticator()
  const added = await addPasskey(ann, device)
  assert.equal(added.statusCode, 201)
  const { id } = added.json()
  await ann.call('PATCH', `/api/auth/passkeys/${id}`, { name: 'My phone' })
  await turnOnCodes(ann, shop.deps.now())

  const proven = await signIn(shop, await assertionBy(shop.call, device))
  assert.equal(proven.json().user.email, ann.email)
  assert.equal((await enterWith(shop.call, ann.email, cookieOf(proven))).statusCode, 200)
  const [listed] = (await ann.call('GET', '/api/auth/factors')).json().passkeys
  assert.deepEqual([listed.name, listed.lastUsedAt !== null], ['My phone', true])

  assert.equal((await ann.call('DELETE', `/api/auth/passkeys/${id}`)).statusCode, 204)
  const gone = await signIn(shop, await assertionBy(shop.call, device))
  assert.deepEqual([gone.statusCode, gone.json().code], [403, 'passkey_refused'])
})

/** Fails without spendChallenge, or without the cookie or the expiry in the signature. */
onSqlite('a challenge is valid once, in its own browser, for five minutes', async shop => {
  const [ann, device] = [await shop.customer(), new Authenticator()]
  await addPasskey(ann, device)
  const shown = await assertionBy(shop.call, device)
  assert.equal((await signIn(shop, { ...shown, headers: {} })).statusCode, 403, 'from another browser')
  assert.equal((await signIn(shop, shown)).statusCode, 200)
  assert.equal((await signIn(shop, shown)).statusCode, 403, 'a second time')
  const late = await assertionBy(shop.call, device)
  shop.travel(5 * 60_000 + 1)
  assert.equal((await signIn(shop, late)).statusCode, 403, 'too late')
})

/** Fails if challenges are stored or counted: every visit of the login page requests one. */
onBothEngines('requesting a challenge writes nothing and has no limit', async shop => {
  const [ann, device] = [await shop.customer(), new Authenticator()]
  await addPasskey(ann, device)
  const rows = async () =>
    Promise.all(
      (['passkey_challenges', 'rate_counters', 'challenge_key'] as const).map(
        async table => (await shop.deps.db.read.selectFrom(table).selectAll().execute()).length,
      ),
    )
  const before = await rows()
  const requestOptions = () => shop.call({ method: 'POST', url: '/api/auth/passkeys/challenge' })
  const creationOptions = () => ann.call('POST', '/api/auth/passkeys/options')
  for (const [ask, length] of [
    [requestOptions, 350],
    [creationOptions, 50],
  ] as const) {
    const asked = []
    for (let i = 0; i < length; i++) asked.push(await ask())
    assert.deepEqual([...new Set(asked.map(({ statusCode }) => statusCode))], [200])
    assert.equal(new Set(asked.map(answer => answer.json().challenge)).size, length)
  }
  assert.deepEqual(await rows(), before)
  assert.equal((await signIn(shop, await assertionBy(shop.call, device))).statusCode, 200)
})

/** Fails if a challenge without a complete seal is accepted. */
onSqlite('a challenge that the shop did not create is refused', async shop => {
  const [ann, device] = [await shop.customer(), new Authenticator()]
  await addPasskey(ann, device)
  const { options, headers } = await optionsIn(
    await shop.call({ method: 'POST', url: '/api/auth/passkeys/challenge' }),
  )
  const bytes = Buffer.from(options.challenge, 'base64url')
  const later = Buffer.from(bytes)
  later.writeUIntBE(shop.deps.now() + 86_400_000, 16, 6)
  for (const forged of [
    later,
    bytes.subarray(0, 22),
    bytes.subarray(0, 40),
    Buffer.alloc(54),
    Buffer.alloc(3),
  ]) {
    const challenge = forged.toString('base64url')
    const answer = await signIn(shop, { payload: device.authenticate({ ...options, challenge }), headers })
    assert.equal(answer.statusCode, 403)
  }
  assert.equal((await signIn(shop, { payload: device.authenticate(options), headers })).statusCode, 200)
})

/** Fails if failed attempts are not counted, or successful ones are. */
onSqlite('one IP address can try 300 unknown passkeys', async shop => {
  const [ann, device] = [await shop.customer(), new Authenticator()]
  await addPasskey(ann, device)
  assert.equal((await signIn(shop, await assertionBy(shop.call, device))).statusCode, 200)
  const { payload, headers } = await assertionBy(shop.call, new Authenticator())
  const tries = Array.from({ length: 300 }, () => signIn(shop, { payload, headers }))
  for (const answer of await Promise.all(tries)) assert.equal(answer.statusCode, 403)
  assert.equal((await signIn(shop, { payload, headers })).statusCode, 429)
})

/** Fails if the answer to a challenge is accepted for another purpose or account. */
onSqlite('a challenge for one account is not accepted for another', async shop => {
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  const asked = await ann.call('POST', '/api/auth/passkeys/options')
  const options = { challenge: asked.json().challenge, rpId: 'localhost' }
  const made = { name: 'Phone', ...new Authenticator().register(options) }
  const answer = await bob.call('POST', '/api/auth/passkeys', made, { cookie: cookieOf(asked) })
  assert.equal(answer.json().code, 'passkey_refused')

  const device = new Authenticator()
  await addPasskey(ann, device)
  const { payload, headers } = await assertionBy(shop.call, device)
  const proof = await bob.call('POST', '/api/auth/prove', { passkey: payload }, headers)
  assert.equal(proof.json().code, 'passkey_refused')
})

/** Fails if the library is not told to check one of these. */
onSqlite(
  'another user’s key, another origin, or a device that did not verify its owner is refused',
  async shop => {
    const [ann, device] = [await shop.customer(), new Authenticator()]
    for (const defects of [{ origin: 'https://evil.example' }, { isUnverified: true }])
      assert.equal((await addPasskey(ann, new Authenticator(), defects)).json().code, 'passkey_refused')
    await addPasskey(ann, device)
    for (const defects of [{ isForged: true }, { origin: 'https://evil.example' }, { isUnverified: true }])
      assert.equal((await signIn(shop, await assertionBy(shop.call, device, defects))).statusCode, 403)
    assert.equal((await signIn(shop, await assertionBy(shop.call, device))).statusCode, 200)
  },
)

/** Fails if the signature counter is not stored or not compared: a cloned key would go unnoticed. */
onSqlite('a cloned device with an old signature counter is refused', async shop => {
  const [ann, device] = [await shop.customer(), new Authenticator()]
  await addPasskey(ann, device)
  const shownAs = async (count: number) =>
    (await signIn(shop, await assertionBy(shop.call, device, { count }))).statusCode
  const answers: number[] = []
  for (const count of [5, 5, 4, 6]) answers.push(await shownAs(count))
  assert.deepEqual(answers, [200, 403, 403, 200])
})

/** Fails if only the counter prevents replays: many devices always send zero. */
onSqlite('an answer of a device without a counter is also accepted only once', async shop => {
  const [ann, device] = [await shop.customer(), new Authenticator()]
  await addPasskey(ann, device)
  const shown = await assertionBy(shop.call, device, { count: 0 })
  assert.equal((await signIn(shop, shown)).statusCode, 200)
  assert.equal((await signIn(shop, shown)).statusCode, 403)
  assert.equal((await signIn(shop, await assertionBy(shop.call, device, { count: 0 }))).statusCode, 200)
})

/** Fails if a registration can be replayed: a removed passkey would come back. */
onSqlite('a removed passkey cannot be added again by replaying the same answer', async shop => {
  const ann = await shop.customer()
  const { options, headers } = await optionsIn(await ann.call('POST', '/api/auth/passkeys/options'))
  const made = { name: 'Phone', ...new Authenticator().register(options) }
  const add = () => ann.call('POST', '/api/auth/passkeys', made, headers)
  const { id } = (await add()).json()
  await ann.call('DELETE', `/api/auth/passkeys/${id}`)
  assert.equal((await add()).json().code, 'passkey_refused')
})

onSqlite('users cannot rename, remove or take over the passkeys of others', async shop => {
  const [ann, bob, device] = [await shop.customer(), await shop.customer(), new Authenticator()]
  const { id } = (await addPasskey(ann, device)).json()
  assert.equal((await bob.call('PATCH', `/api/auth/passkeys/${id}`, { name: 'Mine' })).statusCode, 404)
  assert.equal((await bob.call('DELETE', `/api/auth/passkeys/${id}`)).statusCode, 404)
  assert.equal((await addPasskey(bob, device)).json().code, 'passkey_refused')
})

onSqlite('a shop opened by its IP address says at which address passkeys work', async shop => {
  const answer = await shop.call({
    method: 'POST',
    url: '/api/auth/passkeys/challenge',
    headers: { host: '127.0.0.1:3000' },
  })
  assert.deepEqual([answer.statusCode, answer.json().code], [503, 'feature_off'])
  assert.match(answer.json().detail, /http:\/\/localhost:3000/)
})
