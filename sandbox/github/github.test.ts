import assert from 'node:assert/strict'
import { request as rawRequest } from 'node:http'
import { inspect } from 'node:util'
import * as client from 'openid-client'
import { afterAll, beforeAll, test } from 'vitest'
import { keys } from '../context.ts'
import { choose, type Opened, openSandboxPart, setFaults } from '../test-part.ts'
import { githubPart } from './part.ts'
import type { GithubEmail } from './people.ts'

const redirectUri = 'http://127.0.0.1:3000/auth/github/callback'
let sandbox: Opened
let config: client.Configuration

/** GitHub has no discovery document, so the endpoints are listed here. */
function configured(secret: string): client.Configuration {
  const github = `${sandbox.context.url}/github`
  const made = new client.Configuration(
    {
      issuer: github,
      authorization_endpoint: `${github}/login/oauth/authorize`,
      token_endpoint: `${github}/login/oauth/access_token`,
    },
    keys.githubClientId,
    undefined,
    client.ClientSecretPost(secret),
  )
  client.allowInsecureRequests(made)
  return made
}

beforeAll(async () => {
  sandbox = await openSandboxPart(githubPart)
  config = configured(keys.githubClientSecret)
})
afterAll(() => sandbox.close())

async function startSignIn(more: Record<string, string> = {}) {
  const checks = {
    pkceCodeVerifier: client.randomPKCECodeVerifier(),
    expectedState: client.randomState(),
  }
  const request = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'read:user user:email',
    state: checks.expectedState,
    code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...more,
  })
  return { checks, request }
}

async function signIn(answer: Record<string, string>, more: Record<string, string> = {}) {
  const { checks, request } = await startSignIn(more)
  return client.authorizationCodeGrant(config, await choose(request, answer), checks)
}

async function api<T>(token: string, path: string): Promise<T> {
  const url = new URL(`${sandbox.context.url}/github/api${path}`)
  const response = await client.fetchProtectedResource(config, token, url, 'GET')
  assert.equal(response.status, 200)
  return (await response.json()) as T
}

/** GitHub returns errors with status 200; openid-client then reports a missing token, with the body as the cause. */
const refusedWith = (error: string) => (thrown: unknown) => {
  assert.ok(thrown instanceof client.ClientError, String(thrown))
  assert.equal(thrown.code, 'OAUTH_INVALID_RESPONSE')
  assert.match(inspect(thrown.cause, { depth: 5 }), new RegExp(error))
  return true
}

test('a person signs in; the verified primary email is in the list, not in the profile', async () => {
  const { access_token, token_type, scope } = await signIn({ person: 'gracewood' })
  assert.match(access_token, /^gho_/)
  assert.deepEqual([token_type, scope], ['bearer', 'read:user,user:email'])
  const user = await api<Record<string, unknown>>(access_token, '/user')
  assert.deepEqual([user.login, user.name, user.email], ['gracewood', 'Grace Wood', null])
  assert.ok(Number.isInteger(user.id))
  assert.deepEqual(await api<GithubEmail[]>(access_token, '/user/emails'), [
    { email: 'grace@oldjob.example', primary: false, verified: true, visibility: null },
    { email: 'grace@wood.example', primary: true, verified: true, visibility: 'private' },
  ])
})

test('there are people with an unverified email and without any, and the demo user', async () => {
  const emailsOf = async (person: string) =>
    api<GithubEmail[]>((await signIn({ person })).access_token, '/user/emails')
  assert.deepEqual(
    (await emailsOf('nova')).map(({ verified }) => verified),
    [false],
  )
  assert.deepEqual(await emailsOf('ghostwriter'), [])
  assert.equal((await emailsOf('robin-demo'))[0]?.email, 'user@tuckshop.example')
})

test('a new account can be created with or without an email', async () => {
  const form = { action: 'create', name: 'Mia', email: 'mia@new.example', verified: 'yes' }
  const [first, second] = [await signIn(form), await signIn(form)]
  const idOf = async (token: string) => (await api<{ id: number }>(token, '/user')).id
  assert.equal(await idOf(first.access_token), await idOf(second.access_token))
  const { access_token } = await signIn({ action: 'create', name: 'Nobody Much', email: '' })
  assert.deepEqual(await api(access_token, '/user/emails'), [])
  assert.equal((await api<{ login: string }>(access_token, '/user')).login, 'nobody-much')
})

test('without the scope the emails return 404', async () => {
  const { access_token } = await signIn({ person: 'kofi' }, { scope: 'read:user' })
  assert.equal((await api<{ email: string }>(access_token, '/user')).email, 'kofi@mensah.example')
  const headers = { authorization: `token ${access_token}` }
  const response = await fetch(`${sandbox.context.url}/github/api/user/emails`, { headers })
  assert.equal(response.status, 404)
})

test('an unknown token and a request without a User-Agent are refused', async () => {
  const url = `${sandbox.context.url}/github/api/user`
  const made = await fetch(url, { headers: { authorization: 'Bearer gho_made_up' } })
  assert.equal(made.status, 401)
  assert.equal(((await made.json()) as { message: string }).message, 'Bad credentials')
  assert.equal(((await (await fetch(url)).json()) as { message: string }).message, 'Requires authentication')
  const status = await new Promise(resolve => {
    rawRequest(url, response => resolve(response.resume().statusCode)).end()
  })
  assert.equal(status, 403)
})

test('Cancel returns access_denied', async () => {
  const { checks, request } = await startSignIn()
  const back = await choose(request, { action: 'deny' })
  await assert.rejects(client.authorizationCodeGrant(config, back, checks), (thrown: unknown) => {
    assert.ok(thrown instanceof client.AuthorizationResponseError)
    return thrown.error === 'access_denied'
  })
})

test('a code works once, with its verifier and the right secret', async () => {
  const { checks, request } = await startSignIn()
  const back = await choose(request, { person: 'kofi' })
  await assert.rejects(
    client.authorizationCodeGrant(configured('wrong'), back, checks),
    refusedWith('incorrect_client_credentials'),
  )
  await client.authorizationCodeGrant(config, back, checks)
  await assert.rejects(
    client.authorizationCodeGrant(config, back, checks),
    refusedWith('bad_verification_code'),
  )
  const other = await startSignIn()
  const stolen = await choose(other.request, { person: 'kofi' })
  const guessed = { ...other.checks, pkceCodeVerifier: client.randomPKCECodeVerifier() }
  await assert.rejects(
    client.authorizationCodeGrant(config, stolen, guessed),
    refusedWith('bad_verification_code'),
  )
})

test('a foreign return address stays on the provider’s page', async () => {
  const { request } = await startSignIn({ redirect_uri: 'http://evil.example/' })
  const response = await fetch(request, { redirect: 'manual' })
  assert.equal(response.status, 400)
  assert.match(await response.text(), /redirect_uri_mismatch/)
})

test('the response is form-encoded unless JSON is requested, and errors have status 200', async () => {
  const body = new URLSearchParams({ client_id: keys.githubClientId, client_secret: 'wrong', code: 'x' })
  const response = await fetch(`${sandbox.context.url}/github/login/oauth/access_token`, {
    method: 'POST',
    body,
  })
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^application\/x-www-form-urlencoded/)
  assert.equal(new URLSearchParams(await response.text()).get('error'), 'incorrect_client_credentials')
})

test('the fault switches cause the failures', async () => {
  const faults = `${sandbox.context.url}/github/faults`
  await setFaults(faults, { codeExpired: 1 })
  await assert.rejects(signIn({ person: 'kofi' }), refusedWith('bad_verification_code'))
  await setFaults(faults, { tokenFails: 1 })
  await assert.rejects(signIn({ person: 'kofi' }))
  const { access_token } = await signIn({ person: 'kofi' })
  await setFaults(faults, { apiFails: 1 })
  const headers = { authorization: `Bearer ${access_token}` }
  assert.equal((await fetch(`${sandbox.context.url}/github/api/user`, { headers })).status, 502)
  assert.match(await (await fetch(`${sandbox.context.url}/github`)).text(), /Gil Writer/)
})
