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
  stranger: new Refusal('signed_out', 'Please sign in first.'),
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

/** Fails where one of the two forgets it: a browser or a program then comes back at once, and with it everybody. */
test('who is to come back later is told when, on pages as in calls', async () => {
  for (const root of ['/api/', '/']) {
    const busy = await answers(`${root}busy`)
    assert.deepEqual([busy.statusCode, busy.headers['retry-after']], [503, '7'], root)
    const outage = await answers(`${root}outage`)
    assert.deepEqual([outage.statusCode, outage.headers['retry-after']], [503, '2'], root)
    assert.doesNotMatch(outage.body, /var\/lib/)
    assert.equal((await answers(`${root}stranger`)).headers['retry-after'], undefined)
  }
})

test('a call that needs a token says which kind', async () => {
  const { statusCode, headers } = await answers('/api/stranger')
  assert.deepEqual([statusCode, headers['www-authenticate']], [401, 'Bearer'])
  assert.equal((await answers('/api/input')).headers['www-authenticate'], undefined)
})

test('a refusal carries its code, its fields and its facts; a fault of ours only a number', async () => {
  const { headers, body } = await answers('/api/input')
  assert.equal(headers['content-type'], 'application/problem+json')
  assert.deepEqual(JSON.parse(body), {
    type: 'urn:tuckshop:problem:bad_input',
    title: 'Some input is not right',
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

test('what a page says of a refusal is text, whatever is in it', async () => {
  const { headers, body } = await answers('/busy')
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.match(body, /<p>Very &#60;busy&#62;\.<\/p>/)
})

/** Fails where the style is changed and its hash is not: the browser then shows the bare words. */
test('a page of an error brings its own look, and its policy lets in nothing else', async () => {
  const { headers, body } = await answers('/outage')
  const policy = String(headers['content-security-policy'])
  const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? ''
  assert.ok(policy.includes(`style-src 'sha256-${hash('sha256', style, 'base64')}'`))
  assert.match(policy, /^default-src 'none'/)
  assert.doesNotMatch(body, /<script|<link|<img|src=|url\(/)
})
