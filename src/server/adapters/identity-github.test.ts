import assert from 'node:assert/strict'
import { afterAll, test, vi } from 'vitest'
import { keys } from '../../../sandbox/context.ts'
import { githubPart } from '../../../sandbox/github/part.ts'
import { choose, openSandboxPart, setFaults } from '../../../sandbox/test-part.ts'
import { newToken } from '../sessions/tokens.ts'
import { GithubSignIn } from './identity-github.ts'
import { SocialFailure } from './social.ts'

const sandbox = await openSandboxPart(githubPart)
afterAll(() => sandbox.close())

const redirectUri = 'http://[::1]:3000/api/auth/github/callback'
const baseUrl = `${sandbox.context.url}/github`
const { githubClientId: clientId, githubClientSecret: clientSecret } = keys
const github = new GithubSignIn({ clientId, clientSecret, baseUrl, apiUrl: `${baseUrl}/api` })
const secrets = () => ({ state: newToken(), codeVerifier: newToken(), nonce: newToken() })

async function signInAs(answer: Record<string, string>) {
  const flow = secrets()
  const back = await choose(await github.addressFor(flow, redirectUri), answer)
  return { flow, back, person: () => github.personFrom(back, flow) }
}

const failed = (error: unknown) => error instanceof SocialFailure && error.reason === 'failed'

test('the verified primary email counts, else another verified one, else none', async () => {
  const grace = await (await signInAs({ person: 'gracewood' })).person()
  assert.match(grace.subject, /^\d+$/)
  assert.deepEqual([grace.verifiedEmail, grace.name], ['grace@wood.example', 'Grace Wood'])
  const nova = await (await signInAs({ person: 'nova' })).person()
  assert.deepEqual([nova.verifiedEmail, nova.unverifiedEmail], [undefined, true])
  const gil = await (await signInAs({ person: 'ghostwriter' })).person()
  assert.deepEqual([gil.verifiedEmail, gil.unverifiedEmail], [undefined, false])
})

test('without a verified primary email another verified one is used', async () => {
  const { person } = await signInAs({ person: 'gracewood' })
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, options) => {
    if (!String(url).includes('/user/emails')) return real(url, options)
    return Response.json([
      { email: 'new@example.com', primary: true, verified: false, visibility: null },
      { email: 'old@example.com', primary: false, verified: true, visibility: null },
    ])
  })
  assert.equal((await person()).verifiedEmail, 'old@example.com')
})

test('canceling is reported as denied', async () => {
  const { person } = await signInAs({ action: 'deny' })
  await assert.rejects(
    person(),
    (error: unknown) => error instanceof SocialFailure && error.reason === 'denied',
  )
})

/** GitHub's callbacks have had iss since 2026: with the base address as issuer every sign-in would fail. */
test('a callback with GitHub’s own issuer is accepted, one with another is not', async () => {
  const named = await signInAs({ person: 'kofi' })
  named.back.searchParams.set('iss', `${baseUrl}/login/oauth`)
  assert.equal((await named.person()).verifiedEmail, 'kofi@mensah.example')
  const foreign = await signInAs({ person: 'kofi' })
  foreign.back.searchParams.set('iss', 'https://evil.example')
  await assert.rejects(foreign.person(), failed)
})

test('a wrong state, verifier or code, and an error of GitHub, are reported as failed', async () => {
  const { back, flow, person } = await signInAs({ person: 'kofi' })
  await assert.rejects(github.personFrom(back, { ...flow, state: newToken() }), failed)
  await assert.rejects(github.personFrom(back, { ...flow, codeVerifier: newToken() }), failed)
  await assert.rejects(person(), failed, 'a code that was tried is used up')
  for (const fault of ['codeExpired', 'tokenFails', 'apiFails']) {
    await setFaults(`${baseUrl}/faults`, { [fault]: 1 })
    await assert.rejects((await signInAs({ person: 'kofi' })).person(), failed, fault)
  }
  await setFaults(`${baseUrl}/faults`, { apiFails: 0 })
  assert.ok(await (await signInAs({ person: 'kofi' })).person())
})
