import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { json, lost, Network, nothing, refusal } from '../../../tests/helpers/web/network.ts'
import { order, tray } from '../../../tests/helpers/web/test-data.ts'
import { call, callList } from './call.ts'
import { explain, hasCode, isProblem, ProblemError, sentenceOf } from './problem-error.ts'

/** Tests start signed out. */
beforeEach(() => window.localStorage.clear())

const refused = async (answer: Promise<unknown>): Promise<ProblemError> => {
  const error = await answer.then(
    () => assert.fail('It was not refused.'),
    (error: unknown) => error,
  )
  return error instanceof ProblemError ? error : assert.fail(String(error))
}

test('a GET has no body, no content type and, when signed out, no bearer token', async () => {
  const net = new Network().on('GET /api/items', () => json([tray]))
  await call('GET /items', { query: { limit: 3 } })
  const [asked] = net.asked
  assert.deepEqual(Object.fromEntries(asked?.headers ?? []), { accept: 'application/json' })
  assert.deepEqual([asked?.query, asked?.body], [{ limit: '3' }, undefined])
})

test('the browser revalidates every request, however long a proxy caches the response', async () => {
  new Network().on('GET /api/items', () => json([tray]))
  const { fetch } = globalThis
  const modes: unknown[] = []
  globalThis.fetch = (address, init) => {
    modes.push(init?.cache)
    return fetch(address, init)
  }
  await call('GET /items', {})
  assert.deepEqual(modes, ['no-cache'])
})

test('a change sends the bearer token, content type and idempotency key, with or without a body', async () => {
  window.localStorage.setItem('accessToken', 'abc')
  const { _id: _, paid: __, transactionId: ___, ...body } = order
  const path = `DELETE /api/myBooking/${order._id}`
  const net = new Network().on('POST /api/booking', () => json(order, 201)).on(path, nothing)
  assert.deepEqual(await call('POST /booking', { body, idempotencyKey: 'k1' }), order)
  assert.equal(await call('DELETE /myBooking/{id}', { params: { id: order._id } }), undefined)
  const [placed, removed] = net.asked
  const common = {
    accept: 'application/json',
    authorization: 'Bearer abc',
    'content-type': 'application/json',
  }
  assert.deepEqual(Object.fromEntries(placed?.headers ?? []), { ...common, 'idempotency-key': 'k1' })
  assert.deepEqual(placed?.body, body)
  assert.deepEqual([Object.fromEntries(removed?.headers ?? []), removed?.body], [common, undefined])
})

test('parameters in an address are encoded, and undefined ones are left out', async () => {
  const net = new Network()
  net.on('GET /api/myBooking/a/b?c@example.com', () => json([]))
  const query = { limit: 20, after: undefined }
  await callList('GET /myBooking/{email}', { params: { email: 'a/b?c@example.com' }, query: query as never })
  assert.deepEqual([net.unanswered, net.asked[0]?.query], [[], { limit: '20' }])
})

test('a list returns the start of its next page, and undefined on the last page', async () => {
  const link = { link: `</api/items?limit=1&after=${tray._id}>; rel="next"` }
  new Network().on(
    'GET /api/items',
    () => json([tray], 200, link),
    () => json([tray], 200, { link: '</api/items>; rel="prev"' }),
  )
  assert.deepEqual(await callList('GET /items', {}), { rows: [tray], next: tray._id })
  assert.deepEqual(await callList('GET /items', {}), { rows: [tray], next: undefined })
})

test('a refusal keeps its sentence, code and fields', async () => {
  const fields = { quantity: 'Too many.' }
  new Network().on('GET /api/items', () => refusal('out_of_stock', { detail: 'Only 2 left.', fields }))
  const error = await refused(call('GET /items', {}))
  assert.deepEqual([error.problem.code, error.problem.status], ['out_of_stock', 409])
  assert.deepEqual(explain(error), { sentence: 'Only 2 left.', fields })
  assert.equal(error.outcomeUnknown, false)
})

test('only the shop’s own errors are shown: not a proxy’s page, half a problem or a broken response', async () => {
  const page = (status: number) => () => new Response('<h1>Bad gateway</h1>', { status })
  new Network().on(
    'GET /api/items',
    page(502),
    page(413),
    () => json({ title: 'x', detail: 'secret' }, 500),
    () => new Response('[{"_id"', { status: 200 }),
  )
  for (const [status, unknown] of [
    [502, true],
    [413, false],
    [500, true],
    [502, true],
  ] as const) {
    const error = await refused(call('GET /items', {}))
    assert.deepEqual([error.problem.status, error.outcomeUnknown], [status, unknown])
    assert.match(sentenceOf(error), /^Something went wrong on our side/)
  }
})

test('every part of a problem is validated', () => {
  const whole = { type: 't', title: 't', status: 409, detail: 'd', code: 'c' }
  assert.ok(isProblem(whole) && isProblem({ ...whole, fields: { a: 'b' } }))
  const broken = [
    null,
    'x',
    { ...whole, status: '409' },
    { ...whole, fields: { a: 1 } },
    { ...whole, fields: 'x' },
  ]
  for (const name of ['type', 'title', 'detail', 'code'])
    broken.push({ ...whole, [name]: undefined } as never)
  assert.deepEqual(broken.filter(isProblem), [])
})

test('a lost connection leaves the outcome unknown; an aborted call is not an error of the shop', async () => {
  new Network().on('GET /api/items', lost)
  const error = await refused(call('GET /items', {}))
  assert.deepEqual([error.problem.code, error.outcomeUnknown], ['unreachable', true])
  assert.match(sentenceOf(error), /check your connection/)
  const leaving = AbortSignal.abort(new Error('left'))
  await assert.rejects(call('GET /items', { signal: leaving }), /left/)
})

test('only the token that was refused is forgotten, and only when the refusal says signed_out', async () => {
  const net = new Network().on('GET /api/items', () => refusal('signed_out'))
  window.localStorage.setItem('accessToken', 'old')
  await refused(call('GET /items', {}))
  assert.equal(window.localStorage.getItem('accessToken'), null)

  window.localStorage.setItem('accessToken', 'old')
  net.on('GET /api/items', () => {
    window.localStorage.setItem('accessToken', 'new')
    return refusal('signed_out')
  })
  await refused(call('GET /items', {}))
  assert.equal(window.localStorage.getItem('accessToken'), 'new')

  for (const code of ['forbidden', 'wrong_password', 'proof_missing'] as const) {
    net.on('GET /api/items', () => refusal(code))
    await refused(call('GET /items', {}))
    assert.equal(window.localStorage.getItem('accessToken'), 'new', code)
  }
})

test('PATCH /booking/{id} sends both ids, as the spec says', async () => {
  const net = new Network().on(`PATCH /api/booking/${order._id}`, () => json(order))
  const body = { bookingId: order._id, transactionId: 'pi_1' }
  await call('PATCH /booking/{id}', { params: { id: order._id }, body })
  assert.deepEqual(net.asked[0]?.body, body)
})

test('calls and codes that the contract does not know do not compile', async () => {
  const net = new Network().on('GET /api/items', () => json([]))
  await call('GET /items', {})
  // @ts-expect-error There is no such call.
  const wrongName: Parameters<typeof call>[0] = 'GET /itemz'
  // @ts-expect-error The code is 'out_of_stock'.
  assert.equal(hasCode(new Error(wrongName), 'outofstock'), false)
  assert.equal(net.asked.length, 1)
})
