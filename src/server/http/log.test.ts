import assert from 'node:assert/strict'
import { test } from 'vitest'
import { keys } from '../../../sandbox/context.ts'
import { githubPart } from '../../../sandbox/github/part.ts'
import { googlePart } from '../../../sandbox/google/part.ts'
import { stripePart } from '../../../sandbox/stripe/part.ts'
import { choose, openSandboxPart } from '../../../sandbox/test-part.ts'
import { orderOf } from '../../../tests/helpers/customers.ts'
import { type ShopProcess, withProcess } from '../../../tests/helpers/shop-process.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { Database } from '../db/engine/database.ts'
import { openPostgres } from '../db/engine/postgres.ts'
import { depsOf } from '../process/open-shop.ts'
import { plainError, warningLog } from './log.ts'

/** Calls the shop like a browser, and records every secret that it receives. */
class Visitor {
  readonly secrets = new Set<string>()
  readonly #shop: ShopProcess
  readonly #jar = new Map<string, string>()
  token = ''

  constructor(shop: ShopProcess) {
    this.#shop = shop
  }

  async call(method: string, path: string, body?: unknown): Promise<Response> {
    const answer = await fetch(this.#shop.url + path, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...this.#jar].map(pair => pair.join('=')).join('; '),
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? []
      this.#jar.set(name, value)
      if (value) this.secrets.add(value)
    }
    return answer
  }

  async enter(email: string): Promise<void> {
    const answer = await this.call('PUT', `/api/users/${encodeURIComponent(email)}`, { email })
    this.token = ((await answer.json()) as { token: string }).token
    this.secrets.add(this.token)
  }
}

async function signUpAndIn(visitor: Visitor, email: string, password: string): Promise<void> {
  visitor.secrets.add(password)
  await visitor.call('POST', '/api/auth/sign-up', { name: 'Ann', email, password })
  await visitor.call('POST', '/api/auth/sign-in', { email, password: `${password}-wrong` })
  await visitor.call('POST', '/api/auth/sign-in', { email, password })
  await visitor.enter(email)
}

async function signInWithProvider(visitor: Visitor): Promise<void> {
  const left = await visitor.call('GET', '/api/auth/google?next=/items')
  const asked = new URL(left.headers.get('location') ?? '')
  const back = await choose(asked, { person: 'ben' })
  for (const name of ['state', 'nonce', 'code_challenge'])
    visitor.secrets.add(asked.searchParams.get(name) ?? '')
  visitor.secrets.add(back.searchParams.get('code') ?? '')
  await visitor.call('GET', back.pathname + back.search)
  await visitor.call('GET', back.pathname + back.search)
}

async function pay(visitor: Visitor, email: string, sandboxUrl: string): Promise<void> {
  const items = (await (await visitor.call('GET', '/api/items')).json()) as Parameters<typeof orderOf>[0][]
  const [item] = items
  if (!item) throw new Error('nothing is on sale')
  const asked = orderOf(item, email, item.mustQuantity)
  const order = (await (await visitor.call('POST', '/api/booking', asked)).json()) as { _id: string }
  const begun = await visitor.call('POST', '/api/create-payment-intent', { _id: order._id })
  const { clientSecret } = (await begun.json()) as { clientSecret: string }
  visitor.secrets.add(clientSecret)
  const intent = clientSecret.split('_secret_')[0] ?? ''
  await fetch(`${sandboxUrl}/stripe/test/payment_intents/${intent}/succeed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: 'pm_card_visa' }),
  })
  await visitor.call('PATCH', `/api/booking/${order._id}`, {
    bookingId: order._id,
    transactionId: intent,
  })
}

/** Fastify's own request log, or the address instead of the route, would contain state and code. */
test('the log has a line for every request and contains no secret', async t => {
  const sandbox = await openSandboxPart(async (app, context) => {
    await app.register(scope => googlePart(scope, context))
    await app.register(scope => githubPart(scope, context))
    await app.register(scope => stripePart(scope, context))
  })
  t.onTestFinished(() => sandbox.close())
  const { url } = sandbox.context
  const settings = {
    SHOP_MODE: 'demo',
    LOG_LEVEL: 'debug',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    GOOGLE_CLIENT_ID: keys.googleClientId,
    GOOGLE_CLIENT_SECRET: keys.googleClientSecret,
    GOOGLE_ISSUER: `${url}/google`,
    STRIPE_SECRET_KEY: keys.stripeSecret,
    STRIPE_PUBLISHABLE_KEY: keys.stripePublishable,
    STRIPE_WEBHOOK_SECRET: keys.stripeWebhook,
    STRIPE_API_BASE: url,
  }
  const email = 'ann.secretive@example.com'
  await withProcess('sqlite', settings, async shop => {
    const visitor = new Visitor(shop)
    await signUpAndIn(visitor, email, 'correct-horse-battery')
    await pay(visitor, email, url)
    const { uid: user } = (await (await visitor.call('GET', '/api/auth/me')).json()) as { uid: string }
    await signInWithProvider(visitor)
    const marked = await fetch(`${shop.url}/api/reviews?key=query-secret-1`, {
      headers: { 'x-request-id': 'proxy-id-12345', 'stripe-signature': 'header-secret-1' },
    })
    assert.equal(marked.headers.get('x-request-id'), 'proxy-id-12345')
    const forged = await fetch(`${shop.url}/api/reviews`, { headers: { 'x-request-id': 'x","level":"50' } })
    assert.match(forged.headers.get('x-request-id') ?? '', /^[\w-]{8,}$/)
    shop.process.kill('SIGTERM')
    assert.equal(await shop.ended, 0)

    const printed = shop.printed()
    const lines = printed.split('\n').flatMap(line => (line.startsWith('{') ? [JSON.parse(line)] : []))
    const requests = lines.filter(line => line.msg === 'request')
    assert.ok(requests.length >= 12, printed)
    for (const line of requests)
      assert.deepEqual(
        ['method', 'ms', 'reqId', 'route', 'status'].filter(key => line[key] === undefined),
        [],
      )
    assert.ok(requests.some(line => line.reqId === 'proxy-id-12345' && line.route === '/reviews'))
    assert.ok(
      requests.some(line => line.route === '/booking/{id}' && line.status === 200 && line.user === user),
    )
    const all = [...visitor.secrets, ...Object.values(settings).filter(s => /^(sk|whsec)_|secret/.test(s))]
    const others = [
      email,
      'query-secret-1',
      'header-secret-1',
      '4242424242424242',
      'argon2id',
      '1 Test Street',
    ]
    assert.ok(visitor.secrets.size >= 8)
    for (const secret of [...all, ...others]) assert.ok(!printed.includes(secret), secret)
  })
})

test('the log of an error contains its own message, not the fields that libraries add', () => {
  const cause = Object.assign(new Error('card declined'), { raw: { client_secret: 'pi_1_secret_2' } })
  const error = Object.assign(new Error('could not settle', { cause }), {
    code: 'E1',
    headers: { authorization: 'Bearer x' },
    detail: 'Key (email)=(ann@example.com) already exists.',
  })
  const logged = plainError(new AggregateError([error], 'some failed'))
  assert.deepEqual([logged.message, logged.errors], ['some failed', ['could not settle: card declined']])
  const text = JSON.stringify([logged, plainError(error)])
  for (const secret of ['pi_1_secret_2', 'Bearer', 'ann@example.com']) assert.ok(!text.includes(secret))
  assert.equal(plainError(error).code, 'E1')
})

/** Fails if they are printed regardless of LOG_LEVEL. */
test('lost connections are logged as warnings, and respect the log level', () => {
  const logged = (['trace', 'info', 'warn', 'error', 'fatal', 'silent'] as const).map(level => {
    const lines: string[] = []
    warningLog(level, 'a connection to the database was lost', line => lines.push(line))(new Error('gone'))
    return lines.map(line => JSON.parse(line)).map(({ level, msg, err }) => [level, msg, err.message])
  })
  const line = [40, 'a connection to the database was lost', 'gone']
  assert.deepEqual(logged, [[line], [line], [line], [], [], []])
})

/**
 * Fails if the whole stack is logged: its first lines repeat the original message, with everything that was removed
 * from it.
 */
test('the log of a stack contains the locations, not the message above them', () => {
  const error = new Error('card of ann@example.com\nwas declined')
  error.message = 'the card was declined'
  const { message, stack } = plainError(error)
  assert.equal(message, 'the card was declined')
  assert.match(stack, /^\n {4}at .*log\.test\.ts/)
  assert.doesNotMatch(stack, /ann@example|was declined/)
})

test('an internal error returns the id of its log line, and nothing else', async () => {
  const db = new Database(openPostgres('postgres://shop@127.0.0.1:1/none', () => undefined))
  const app = buildApp(depsOf(readConfig({ LOG_LEVEL: 'silent' }), db))
  app.get('/api/fault', { config: { access: 'anyone' } }, async () => {
    throw new Error('a path: /etc/shop')
  })
  const answer = await app.inject({ url: '/api/fault' })
  const { requestId, detail } = answer.json()
  assert.deepEqual([answer.statusCode, answer.headers['x-request-id']], [500, requestId])
  assert.ok(detail.includes(requestId) && !answer.body.includes('/etc'))
  await app.close()
  await db.close()
})
