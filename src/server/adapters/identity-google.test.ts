import assert from 'node:assert/strict'
import { afterAll, test, vi } from 'vitest'
import { keys } from '../../../sandbox/context.ts'
import { googlePart } from '../../../sandbox/google/part.ts'
import { choose, openSandboxPart, setFaults } from '../../../sandbox/test-part.ts'
import { newToken } from '../sessions/tokens.ts'
import { GoogleSignIn, personOf } from './identity-google.ts'
import { SocialFailure } from './social.ts'

const sandbox = await openSandboxPart(googlePart)
afterAll(() => sandbox.close())

const redirectUri = 'http://localhost:3000/api/auth/google/callback'
const { googleClientId: clientId, googleClientSecret: clientSecret } = keys
const issuer = `${sandbox.context.url}/google`
const google = new GoogleSignIn({ clientId, clientSecret, issuer })
const secrets = () => ({ state: newToken(), codeVerifier: newToken(), nonce: newToken() })

async function signInAs(answer: Record<string, string>) {
  const flow = secrets()
  const back = await choose(await google.addressFor(flow, redirectUri), answer)
  return { flow, back, person: () => google.personFrom(back, flow) }
}

const becauseOf = (reason: string, cause?: RegExp) => (error: unknown) => {
  assert.ok(error instanceof SocialFailure)
  assert.equal(error.reason, reason)
  const told: string[] = []
  for (let at: unknown = error; at instanceof Error; at = at.cause) told.push(at.message)
  if (cause) assert.match(told.join(': '), cause)
  return true
}

test('the request carries state, nonce and a hashed verifier', async () => {
  const flow = secrets()
  const { searchParams } = await google.addressFor(flow, redirectUri)
  assert.equal(searchParams.get('state'), flow.state)
  assert.equal(searchParams.get('nonce'), flow.nonce)
  assert.equal(searchParams.get('code_challenge_method'), 'S256')
  assert.equal(searchParams.get('redirect_uri'), redirectUri)
  assert.ok(![...searchParams.values()].includes(flow.codeVerifier))
})

test('only an email that Google has verified is trusted', async () => {
  const ada = await (await signInAs({ person: 'ada' })).person()
  assert.match(ada.subject, /^\d{21}$/)
  assert.equal(ada.verifiedEmail, 'ada@lindqvist.example')
  assert.equal(ada.name, 'Ada Lindqvist')
  assert.ok(ada.photoUrl?.startsWith(sandbox.context.url))
  const uma = await (await signInAs({ person: 'uma' })).person()
  assert.deepEqual([uma.verifiedEmail, uma.unverifiedEmail], [undefined, true])
})

/** Fails if a missing or non-boolean email_verified is trusted. */
test('an email without Google’s verification claim is unverified', () => {
  const claims = { sub: '1', iss: issuer, aud: clientId, iat: 0, exp: 0, email: 'ada@lindqvist.example' }
  for (const word of [undefined, null, false, 'true', 1]) {
    const told = word === undefined ? claims : { ...claims, email_verified: word as never }
    const { verifiedEmail, unverifiedEmail } = personOf(told)
    assert.deepEqual([verifiedEmail, unverifiedEmail], [undefined, true], String(word))
  }
  assert.equal(personOf({ ...claims, email_verified: true }).verifiedEmail, claims.email)
  const { email: _, ...without } = { ...claims, email_verified: true }
  const nobody = personOf(without)
  assert.deepEqual([nobody.verifiedEmail, nobody.unverifiedEmail], [undefined, false])
})

test('canceling is reported as denied; everything else as failed', async () => {
  await assert.rejects((await signInAs({ action: 'deny' })).person(), becauseOf('denied'))
  const { back, flow, person } = await signInAs({ person: 'ada' })
  await assert.rejects(google.personFrom(back, { ...flow, state: newToken() }), becauseOf('failed', /state/))
  await assert.rejects(google.personFrom(back, { ...flow, codeVerifier: newToken() }), becauseOf('failed'))
  await assert.rejects(person(), becauseOf('failed'), 'a code that was tried is used up')
})

/** Without enableNonRepudiationChecks the forged signature passes; without expectedNonce no token does. */
test('an ID token of another sign-in or with a forged signature is refused', async () => {
  const faults = `${issuer}/faults`
  await setFaults(faults, { wrongNonce: 1 })
  await assert.rejects((await signInAs({ person: 'ada' })).person(), becauseOf('failed', /"nonce"/))
  await setFaults(faults, { foreignKey: 1 })
  await assert.rejects((await signInAs({ person: 'ada' })).person(), becauseOf('failed', /signature/))
  await setFaults(faults, { codeExpired: 1 })
  await assert.rejects((await signInAs({ person: 'ada' })).person(), becauseOf('failed'))
  await setFaults(faults, { tokenFails: 1 })
  await assert.rejects((await signInAs({ person: 'ada' })).person(), becauseOf('failed'))
  assert.ok(await (await signInAs({ person: 'ada' })).person())
})

/** If the failed discovery is cached, the second try fails too. */
test('a provider that was down is tried again', async () => {
  const late = new GoogleSignIn({ clientId, clientSecret, issuer })
  const down = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.reject(new TypeError('fetch failed')))
  await assert.rejects(late.addressFor(secrets(), redirectUri), becauseOf('failed'))
  down.mockRestore()
  assert.ok(await late.addressFor(secrets(), redirectUri))
})

test('only loopback addresses may be called without TLS', async () => {
  for (const address of ['http://accounts.example', 'http://localhost.evil.example']) {
    const remote = new GoogleSignIn({ clientId, clientSecret, issuer: address })
    await assert.rejects(remote.addressFor(secrets(), redirectUri), becauseOf('failed', /HTTPS/))
  }
})
