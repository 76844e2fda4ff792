import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import Fastify from 'fastify'
import { test } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { sendError, sendErrorPage } from './problems.ts'

const faults: Record<string, unknown> = {
  busy: new Refusal('overloaded', 'Very <busy>.', { retryAfter: 7 }),
  outage: Object.assign(new Error('disk full at /var/lib'), { errcode: 13 }),
  ours: new Error('select * from users'),
  stranger: new Refusal('signed_out', 'Sign in first.'),
  input: new Refusal('bad_input', 'No.', { fields: { name: 'Too long.' } }),
  stock: new Refusal('out_of_stock', 'Only 2 left.', { facts: { left: 2 } }),
}

async function answers(path: string) {
  const app = Fastify({ genReqId: () => 'request-1' })
  const fail = async ({ params }: { params: unknown }) => {
    throw faults[(params as { fault: string }).fault]
  }
  app.get(
    '/api/:fault',
    { errorHandler: (error, request, reply) => void sendError(error, request, reply) },
    fail,
  )
  app.get(
    '/:fault',
    { errorHandler: (error, request, reply) => void sendErrorPage(error, request, reply) },
    fail,
  )
  const { statusCode, headers, body } = await app.inject({ url: path })
  await app.close()
  return { statusCode, headers, body }
}

/** Fails if one of the two has no Retry-After: all browsers and programs would come back immediately. */
test('pages and calls send Retry-After when the visitor should come back later', async () => {
  for (const root of ['/api/', '/']) {
    const busy = await answers(`${root}busy`)
    assert.deepEqual([busy.statusCode, busy.headers['retry-after']], [503, '7'], root)
    const outage = await answers(`${root}outage`)
    assert.deepEqual([outage.statusCode, outage.headers['retry-after']], [503, '2'], root)
    assert.doesNotMatch(outage.body, /var\/lib/)
    assert.equal((await answers(`${root}stranger`)).headers['retry-after'], undefined)
  }
})

test('a call that needs a token names its kind', async () => {
  const { statusCode, headers } = await answers('/api/stranger')
  assert.deepEqual([statusCode, headers['www-authenticate']], [401, 'Bearer'])
  assert.equal((await answers('/api/input')).headers['www-authenticate'], undefined)
})

test('a refusal has its code, fields and facts; an internal error has only an id', async () => {
  const { headers, body } = await answers('/api/input')
  assert.equal(headers['content-type'], 'application/problem+json')
  assert.deepEqual(JSON.parse(body), {
    type: 'urn:tuckshop:problem:bad_input',
    title: 'Invalid input',
    status: 400,
    detail: 'No.',
    code: 'bad_input',
    fields: { name: 'Too long.' },
  })
  assert.equal(JSON.parse((await answers('/api/stock')).body).left, 2)
  const ours = await answers('/api/ours')
  assert.equal(ours.statusCode, 500)
  assert.deepEqual([JSON.parse(ours.body).code, JSON.parse(ours.body).requestId], ['internal', 'request-1'])
  for (const { body: told } of [ours, await answers('/ours')]) {
    assert.match(told, /request-1/)
    assert.doesNotMatch(told, /select \* from/)
  }
})

test('the page of a refusal escapes its text', async () => {
  const { headers, body } = await answers('/busy')
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.match(body, /<p>Very &#60;busy&#62;\.<\/p>/)
})

/** Fails if the style changes and its hash does not: the browser would show unstyled text. */
test('an error page contains its own style, and its policy allows nothing else', async () => {
  const { headers, body } = await answers('/outage')
  const policy = String(headers['content-security-policy'])
  const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? ''
  assert.ok(policy.includes(`style-src 'sha256-${hash('sha256', style, 'base64')}'`))
  assert.match(policy, /^default-src 'none'/)
  assert.doesNotMatch(body, /<script|<link|<img|src=|url\(/)
})
