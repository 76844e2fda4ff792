import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import * as client from 'openid-client'
import { afterAll, beforeAll, test } from 'vitest'
import { keys } from '../context.ts'
import { choose, type Opened, openSandboxPart, setFaults } from '../test-part.ts'
import { googlePart } from './part.ts'

const redirectUri = 'http://localhost:3000/auth/google/callback'
let sandbox: Opened
let config: client.Configuration

const discovered = (secret: string, method: (secret: string) => client.ClientAuth) =>
  client.discovery(new URL(`${sandbox.context.url}/google`), keys.googleClientId, undefined, method(secret), {
    execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
  })

beforeAll(async () => {
  sandbox = await openSandboxPart(googlePart)
  config = await discovered(keys.googleClientSecret, client.ClientSecretPost)
})
afterAll(() => sandbox.close())

/** The shop's part of a sign-in, up to the redirect. */
async function startSignIn(more: Record<string, string> = {}) {
  const checks = {
    pkceCodeVerifier: client.randomPKCECodeVerifier(),
    expectedState: client.randomState(),
    expectedNonce: client.randomNonce(),
  }
  const request = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...more,
  })
  return { checks, request }
}

async function signIn(answer: Record<string, string>) {
  const { checks, request } = await startSignIn()
  return client.authorizationCodeGrant(config, await choose(request, answer), checks)
}

const refusedWith = (error: string, status: number) => (thrown: unknown) => {
  assert.ok(thrown instanceof client.ResponseBodyError, String(thrown))
  assert.deepEqual([thrown.error, thrown.status], [error, status])
  return true
}

test('a person signs in, and the id_token identifies them', async () => {
  const tokens = await signIn({ person: 'ada' })
  const claims = tokens.claims()
  assert.ok(claims)
  assert.equal(claims.iss, `${sandbox.context.url}/google`)
  assert.equal(claims.aud, keys.googleClientId)
  assert.match(claims.sub, /^\d{21}$/)
  const { email, email_verified, name, picture } = claims
  assert.deepEqual(
    { email, email_verified, name },
    {
      email: 'ada@lindqvist.example',
      email_verified: true,
      name: 'Ada Lindqvist',
    },
  )
  assert.match((await fetch(String(picture))).headers.get('content-type') ?? '', /^image\/svg/)

  const info = await client.fetchUserInfo(config, tokens.access_token, claims.sub)
  assert.equal(info.email, 'ada@lindqvist.example')
})

test('a person has the same subject every time, and an unverified email is marked', async () => {
  const [first, second] = [await signIn({ person: 'uma' }), await signIn({ person: 'uma' })]
  assert.equal(first.claims()?.sub, second.claims()?.sub)
  assert.equal(first.claims()?.email_verified, false)
  assert.equal((await signIn({ person: 'robin' })).claims()?.email, 'user@tuckshop.example')
})

test('a new account can be created and is the same person next time', async () => {
  const form = { action: 'create', name: 'Ida <b>New</b>', email: 'ida@new.example', verified: 'yes' }
  const [first, second] = [await signIn(form), await signIn(form)]
  assert.equal(first.claims()?.name, 'Ida <b>New</b>')
  assert.equal(first.claims()?.email_verified, true)
  assert.equal(first.claims()?.sub, second.claims()?.sub)
  const { verified: _, ...unticked } = form
  assert.equal((await signIn(unticked)).claims()?.email_verified, false)
  const listed = await (await fetch(`${sandbox.context.url}/google`)).text()
  assert.ok(listed.includes('Ida &#60;b&#62;New&#60;/b&#62;'))
})

test('creating an account with an existing verified email signs in as that person', async () => {
  const form = { action: 'create', name: 'Robin', email: 'User@Tuckshop.example' }
  const robin = await signIn({ person: 'robin' })
  assert.equal((await signIn({ ...form, verified: 'yes' })).claims()?.sub, robin.claims()?.sub)
  assert.notEqual((await signIn(form)).claims()?.sub, robin.claims()?.sub)
  const listed = await (await fetch(`${sandbox.context.url}/google`)).text()
  assert.equal(listed.split('Robin Demo').length, 2)
})

test('the client can authenticate with the Authorization header, and a wrong secret is refused in both places', async () => {
  const basic = await discovered(keys.googleClientSecret, client.ClientSecretBasic)
  const { checks, request } = await startSignIn()
  const tokens = await client.authorizationCodeGrant(basic, await choose(request, { person: 'ben' }), checks)
  assert.equal(tokens.claims()?.email, 'Ben.Okafor@Harbour.example')

  const wrong = await discovered('wrong', client.ClientSecretPost)
  const again = await startSignIn()
  const back = await choose(again.request, { person: 'ben' })
  await assert.rejects(
    client.authorizationCodeGrant(wrong, back, again.checks),
    refusedWith('invalid_client', 401),
  )
  // A request with wrong credentials does not use up the code.
  await client.authorizationCodeGrant(config, back, again.checks)
})

test('Cancel returns access_denied', async () => {
  const { checks, request } = await startSignIn()
  const back = await choose(request, { action: 'deny' })
  assert.equal(back.searchParams.get('state'), checks.expectedState)
  await assert.rejects(client.authorizationCodeGrant(config, back, checks), (thrown: unknown) => {
    assert.ok(thrown instanceof client.AuthorizationResponseError)
    return thrown.error === 'access_denied'
  })
})

test('a code works once, and only with its verifier', async () => {
  const { checks, request } = await startSignIn()
  const back = await choose(request, { person: 'ada' })
  await client.authorizationCodeGrant(config, back, checks)
  await assert.rejects(client.authorizationCodeGrant(config, back, checks), refusedWith('invalid_grant', 400))

  const other = await startSignIn()
  const stolen = await choose(other.request, { person: 'ada' })
  const guessed = { ...other.checks, pkceCodeVerifier: client.randomPKCECodeVerifier() }
  await assert.rejects(
    client.authorizationCodeGrant(config, stolen, guessed),
    refusedWith('invalid_grant', 400),
  )
})

test('a wrong redirect address or client gets an error page and no redirect', async () => {
  const addresses = [
    'https://localhost:3000/x',
    'http://evil.example/x',
    'http://localhost@evil.example/',
    '',
  ]
  for (const redirect_uri of addresses) {
    const { request } = await startSignIn({ redirect_uri })
    const response = await fetch(request, { redirect: 'manual' })
    assert.equal(response.status, 400, redirect_uri)
    assert.match(await response.text(), /redirect_uri_mismatch/)
  }
  const { request } = await startSignIn({ client_id: 'somebody-else' })
  assert.equal((await fetch(request, { redirect: 'manual' })).status, 401)
})

test('other errors of a request are returned to the shop', async () => {
  const faults: [Record<string, string>, string][] = [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'email' }, 'invalid_scope'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
  ]
  for (const [more, error] of faults) {
    const { checks, request } = await startSignIn(more)
    const response = await fetch(request, { redirect: 'manual' })
    const back = new URL(response.headers.get('location') ?? '')
    assert.equal(back.searchParams.get('error'), error)
    assert.equal(back.searchParams.get('state'), checks.expectedState)
  }
})

test('the chooser has a button for each person, and reports an invalid form', async () => {
  const { request } = await startSignIn()
  const page = await (await fetch(request)).text()
  for (const person of ['ada', 'ben', 'robin', 'uma'])
    assert.ok(page.includes(`name="person" value="${person}"`), person)
  assert.ok(page.includes('name="action" value="deny"'))
  await assert.rejects(
    choose(request, { action: 'create', name: 'X', email: 'nonsense' }),
    /400: .*not an email/s,
  )
  await assert.rejects(choose(request, { person: 'nobody' }), /400: .*There is no person/s)
})

test('the fault switches cause a failed token request, an expired code and a wrong id_token', async () => {
  const faults = `${sandbox.context.url}/google/faults`
  assert.equal(await setFaults(faults, { tokenFails: 1 }), 200)
  await assert.rejects(signIn({ person: 'ada' }), (thrown: unknown) => thrown instanceof client.ClientError)
  await setFaults(faults, { codeExpired: 1 })
  await assert.rejects(signIn({ person: 'ada' }), refusedWith('invalid_grant', 400))
  await setFaults(faults, { wrongNonce: 1 })
  await assert.rejects(signIn({ person: 'ada' }), (thrown: Error) => /"nonce"/.test(inspect(thrown.cause)))
  await setFaults(faults, { foreignKey: 1 })
  await assert.rejects(signIn({ person: 'ada' }), (thrown: Error) =>
    /signature verification failed/.test(inspect(thrown.cause)),
  )
  await signIn({ person: 'ada' })
  assert.equal(await setFaults(faults, { unheardOf: 1 }), 400)
  assert.equal(await setFaults(faults, { tokenFails: -1 }), 400)
})

test('an unknown token is refused', async () => {
  const headers = { authorization: 'Bearer made-up' }
  const response = await fetch(`${sandbox.context.url}/google/userinfo`, { headers })
  assert.equal(response.status, 401)
  assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer .*invalid_token/)
})
