import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import { held, json, type Network, refusal } from '../../../../tests/helpers/web/network.ts'
import { holdClock, pass, settle } from '../../../../tests/helpers/web/screen.ts'
import { ann, asVisitor, known, tokenOf } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'
// Loaded up front: the lazy import takes longer than a test waits.
import '../../api/passkeys.ts'
import '@simplewebauthn/browser'

const challenge = 'POST /api/auth/passkeys/challenge'
const signIn = 'POST /api/auth/passkeys/sign-in'
const button = 'Sign in with a passkey'
const token = () => window.localStorage.getItem('accessToken')

/** A request of the page to the browser; the test answers for the visitor. */
interface Asked {
  mediation?: string
  signal: AbortSignal
  choose: () => void
  refuse: () => void
}

const shown = {
  id: 'AQID',
  rawId: new ArrayBuffer(3),
  type: 'public-key',
  response: {
    clientDataJSON: new ArrayBuffer(3),
    authenticatorData: new ArrayBuffer(3),
    signature: new ArrayBuffer(3),
  },
  getClientExtensionResults: () => ({}),
}

function stubPasskeys(t: TestContext, isConditional = true): Asked[] {
  const asked: Asked[] = []
  const credential = Object.assign(() => undefined, {
    isConditionalMediationAvailable: async () => isConditional,
  })
  const get = ({ mediation, signal }: Pick<Asked, 'mediation' | 'signal'>) => {
    const answer = Promise.withResolvers<typeof shown>()
    signal.addEventListener('abort', () => answer.reject(signal.reason))
    const refuse = () => answer.reject(new DOMException('Nobody chose.', 'NotAllowedError'))
    asked.push({ ...(mediation && { mediation }), signal, choose: () => answer.resolve(shown), refuse })
    return answer.promise
  }
  for (const place of [globalThis, window])
    Object.defineProperty(place, 'PublicKeyCredential', { configurable: true, value: credential })
  Object.defineProperty(window.navigator, 'credentials', { configurable: true, value: { get } })
  t.onTestFinished(() => {
    for (const place of [globalThis, window]) Reflect.deleteProperty(place, 'PublicKeyCredential')
    Reflect.deleteProperty(window.navigator, 'credentials')
  })
  return asked
}

const { admin: _, ...user } = ann

const open = (): Network =>
  known(asVisitor(), ann)
    .on(challenge, () =>
      json({ challenge: 'AAAA', rpId: 'shop.test', timeout: 1, userVerification: 'required' }),
    )
    .on(signIn, () => json({ user }))
    .on(`PUT /api/users/${ann.email}`, () => json({ token: tokenOf(ann) }))

async function login(t: TestContext, net = open()): Promise<Visit> {
  const page = await visit(t, '/login', net)
  await page.until(() => page.control(button))
  await settle()
  return page
}

const last = (asked: Asked[]): Asked => asked.at(-1) ?? assert.fail('The browser was asked for nothing')

test('the browser suggests passkeys in the email field, and the selected one signs in', async t => {
  const asked = stubPasskeys(t)
  const page = await login(t)
  assert.equal(page.field('Email').getAttribute('autocomplete'), 'username webauthn')
  assert.deepEqual(
    asked.map(({ mediation }) => mediation),
    ['conditional'],
  )
  last(asked).choose()
  await page.until(() => page.at() === '/')
  assert.equal(token(), tokenOf(ann))
  assert.equal(page.net.to(signIn).length, 1)
})

/** Fails if one challenge lasts as long as the page is open. */
test('a challenge is renewed before it expires', async t => {
  const asked = stubPasskeys(t)
  const page = await login(t)
  holdClock(t)
  await page.go('/team')
  await page.go('/login')
  await page.until(() => asked.length === 2)
  const [left, first] = asked
  assert.deepEqual([left?.signal.aborted, first?.signal.aborted], [true, false])
  await pass(4 * 60_000)
  await page.until(() => asked.length === 3)
  assert.deepEqual([first?.signal.aborted, last(asked).signal.aborted], [true, false])
  assert.equal(page.net.to(challenge).length, 3)
})

test('the button stops the suggestions, and they return after a failure', async t => {
  const asked = stubPasskeys(t)
  const page = await login(t)
  const [offer] = asked
  await page.press(button)
  assert.deepEqual([offer?.signal.aborted, last(asked).mediation], [true, undefined])
  last(asked).refuse()
  await page.until(() => asked.length === 3)
  assert.equal(last(asked).mediation, 'conditional')
})

/**
 * Fails if pending suggestions are not aborted: they would start late, and the browser would drop the visitor's
 * request.
 */
test('suggestions that are still loading do not disturb the button’s passkey request', async t => {
  const asked = stubPasskeys(t)
  const answer = () =>
    json({ challenge: 'AAAA', rpId: 'shop.test', timeout: 1, userVerification: 'required' })
  const slow = held(answer)
  const page = await login(t, open().on(challenge, slow.answer, answer))
  await page.press(button)
  slow.release()
  await settle()
  assert.deepEqual(
    asked.map(({ mediation, signal }) => [mediation, signal.aborted]),
    [[undefined, false]],
  )
  last(asked).choose()
  await page.until(() => page.at() === '/')
})

test('leaving the page and signing in with a password stop the suggestions', async t => {
  const asked = stubPasskeys(t)
  const page = await login(
    t,
    open().on('POST /api/auth/sign-in', () => json({ user })),
  )
  await page.go('/team')
  assert.equal(last(asked).signal.aborted, true)
  await page.go('/login')
  await page.until(() => asked.length === 2)
  await page.fill({ Email: ann.email, Password: 'teapot-9' })
  page.button('Login').click()
  await page.until(() => page.at() === '/')
  assert.deepEqual([last(asked).signal.aborted, asked.length], [true, 2])
})

const isSilent = (page: Visit) => assert.deepEqual(page.words('.toast-card'), [])

test('errors of the suggestions stay silent', async t => {
  const asked = stubPasskeys(t)
  const page = await login(
    t,
    open().on(challenge, () => refusal('unavailable')),
  )
  assert.deepEqual([asked, page.net.to(challenge).length], [[], 1])
  isSilent(page)
})

test('a browser without suggestions is not asked, and neither is the shop', async t => {
  const asked = stubPasskeys(t, false)
  const page = await login(t)
  assert.deepEqual([asked, page.net.to(challenge)], [[], []])
  isSilent(page)
})

test('a selected passkey that is refused shows why', async t => {
  const asked = stubPasskeys(t)
  const page = await login(
    t,
    open().on(signIn, () => refusal('passkey_refused')),
  )
  last(asked).choose()
  await page.until(() => /Refused: passkey_refused/.test(page.text))
  assert.equal(token(), null)
})
