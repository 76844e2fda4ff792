import assert from 'node:assert/strict'
import { test } from 'vitest'
import * as z from 'zod/mini'
import { maxLimit } from '#domain/search.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { identity } from './identity.ts'
import { endpoints } from './index.ts'
import { items } from './items.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { problemKinds } from './problem.ts'
import { reviews } from './reviews.ts'
import { defaultLimit, email, emailParams, id, idParams, pageQuery, paragraphs, text } from './shapes.ts'

const taken = (shape: z.ZodMiniType, value: unknown): unknown => shape.safeParse(value).data

const refuses = (shape: z.ZodMiniType, ...values: unknown[]) => {
  for (const value of values) assert.equal(shape.safeParse(value).success, false, JSON.stringify(value))
}

const anId = '0199a000-0000-7000-8000-0000000000a1'

test('text is trimmed before its length is checked, and characters that cannot be stored are refused', () => {
  assert.equal(taken(text(5), '  abcde  '), 'abcde')
  refuses(text(5), '', '   ', 'abcdef', 'a\0b', 'a\ud800', 5, null)
  refuses(text(5), 'ab\ncd')
  assert.equal(taken(paragraphs(5), 'ab\r\ncd'), 'ab\ncd')
})

test('an email is normalized', () => {
  assert.equal(taken(email, ' Ann@Example.COM '), 'ann@example.com')
  refuses(email, 'ann', '@example.com', 'ann@', 'a b@example.com', `${'x'.repeat(250)}@x.example`, 'a@b\0')
})

/** Fails if a password is trimmed or truncated: a password with blanks would be rejected or weaker. */
test('a password is not normalized', () => {
  const typed = '  two blanks on each side  '
  const account = { name: 'Ann', email: 'ann@example.com', password: typed }
  assert.deepEqual(taken(identity.signUp.body, account), account)
  const { name: _, ...known } = account
  assert.deepEqual(taken(identity.signIn.body, known), known)
  assert.deepEqual(taken(identity.signIn.body, { ...known, password: ' ' }), { ...known, password: ' ' })
  refuses(identity.signIn.body, { ...known, password: '' }, { ...known, password: 'x'.repeat(201) })
})

test('a page has 1 to 200 rows, 50 by default', () => {
  assert.deepEqual(taken(pageQuery, {}), { limit: defaultLimit })
  assert.deepEqual([defaultLimit, maxLimit], [50, 200])
  for (const limit of [1, 200]) assert.deepEqual(taken(pageQuery, { limit: String(limit) }), { limit })
  refuses(pageQuery, ...['0', '201', '1000', '-1', '1.5', '', ' 1', '1e2', '0x1'].map(limit => ({ limit })))
  refuses(pageQuery, { after: 'x' }, { before: anId })
})

test('an id has 36 lowercase characters', () => {
  assert.equal(taken(id, anId), anId)
  refuses(id, '', `${anId}0`, anId.slice(1), anId.toUpperCase(), `${anId.slice(0, -1)}/`)
})

const tray = {
  name: 'Tray',
  description: 'Oak',
  availableQuantity: 3,
  price: 5,
  photoUrl: '/pictures/tray-960.webp',
  mustQuantity: 3,
}

/** Fails if the bounds are exclusive: a minimum equal to the stock, a price of one cent. */
test('an item at the limits is accepted', () => {
  for (const change of [
    {},
    { price: 0.01 },
    { price: 1_000_000 },
    { availableQuantity: 1_000_000 },
    { name: 'x'.repeat(120) },
    { description: 'x'.repeat(4000) },
    { photoUrl: 'https://pictures.example/tray.jpg' },
    { photoUrl: `/images/${'0'.repeat(32)}-960.webp` },
  ])
    assert.deepEqual(taken(items.add.body, { ...tray, ...change }), { ...tray, ...change })
  for (const change of [
    { mustQuantity: 4 },
    { price: 1_000_000.01 },
    { price: 0.005 },
    { availableQuantity: 1_000_001 },
    { photoUrl: '/pictures/../secret' },
    { photoUrl: '/pictures/tray.webp extra' },
    { photoUrl: 'https://pictures.example/"><script>' },
    { photoUrl: 'https://pictures.example/a\nb' },
    { photoUrl: ' javascript:alert(1)//https://pictures.example' },
  ])
    refuses(items.add.body, { ...tray, ...change })
})

/** Fails if the pattern is not anchored: a path in the id would reach the card provider's API. */
test('a transaction id is one word', () => {
  const claim = { bookingId: anId, transactionId: 'pi_3Abc' }
  assert.deepEqual(taken(payments.confirm.body, claim), claim)
  for (const transactionId of ['', 'pi_1/cancel', '../customers', 'pi_1?expand', 'pi 1', 'x'.repeat(256)])
    refuses(payments.confirm.body, { ...claim, transactionId })
})

test('a rating has one to five whole stars', () => {
  const review = { name: 'Ann', comment: 'Good' }
  for (const starRating of [1, 5])
    assert.deepEqual(taken(reviews.write.body, { ...review, starRating }), { ...review, starRating })
  for (const starRating of [0, 6, 4.5, '5']) refuses(reviews.write.body, { ...review, starRating })
})

test('a client cannot send the fields of an order that the server sets', () => {
  const order = {
    itemId: anId,
    itemName: 'Tray',
    ownerName: 'Ann',
    email: 'ann@example.com',
    mobileNumber: '1',
    address: 'x',
    quantity: 1,
    totalPrice: 5,
  }
  assert.deepEqual(taken(orders.place.body, order), order)
  for (const field of ['paid', 'transactionId', '_id', 'userId'])
    refuses(orders.place.body, { ...order, [field]: true })
  refuses(orders.place.body, { ...order, quantity: 0 }, { ...order, totalPrice: 0.001 })
})

/** Clients rely on these, so a change must be deliberate. */
test('each refusal keeps its published status', () => {
  const published: Record<number, string[]> = {
    400: ['bad_input', 'bad_json', 'bad_signature', 'unknown_field', 'unsupported_image'],
    401: ['proof_missing', 'signed_out', 'wrong_password'],
    403: ['forbidden', 'foreign_origin'],
    404: ['not_found', 'user_not_found'],
    409: [
      'already_paid',
      'amount_not_payable',
      'below_minimum',
      'changed_meanwhile',
      'email_taken',
      'email_unverified',
      'idempotency_conflict',
      'last_admin',
      'not_enough_stock',
      'not_paid',
      'order_lapsed',
      'out_of_stock',
      'own_account',
      'payment_mismatch',
      'payment_pending',
      'payment_refunded',
      'price_changed',
      'share_exceeded',
      'shop_closed',
      'transfers_missed',
    ],
    413: ['too_large'],
    415: ['unsupported_media_type'],
    429: ['too_many_requests'],
    500: ['internal'],
    502: ['provider_failed'],
    503: ['feature_off', 'overloaded', 'unavailable'],
  }
  const statuses = new Map(Object.entries(problemKinds).map(([code, { status }]) => [code, status]))
  for (const [status, codes] of Object.entries(published))
    for (const code of codes) assert.equal(statuses.get(code), Number(status), code)
})

test('a path that does not match its parameters does not compile', () => {
  const call = { method: 'GET', who: 'anyone', summary: 'x' } as const
  endpoint({ ...call, path: '/items/{id}', params: idParams })
  // @ts-expect-error The shape has 'id'.
  endpoint({ ...call, path: '/items/{idd}', params: idParams })
  // @ts-expect-error The path has none.
  endpoint({ ...call, path: '/items', params: idParams })
  // @ts-expect-error The shape is missing.
  endpoint({ ...call, path: '/items/{id}' })
})

const named = /mail|user|uid|account|person|customer/i

const isEmail = (shape: z.core.$ZodType): boolean =>
  z.safeParse(shape, 'ann@example.com').success && !z.safeParse(shape, 'ann').success

/** The fields of a shape, at all levels, that may identify a user. */
function peopleIn(shape: unknown): string[] {
  if (shape instanceof z.ZodMiniObject)
    return Object.entries(shape.shape).flatMap(([name, field]) =>
      named.test(name) || isEmail(field) ? [name] : peopleIn(field),
    )
  if (shape instanceof z.ZodMiniArray) return peopleIn(shape.def.element)
  if (shape instanceof z.ZodMiniOptional || shape instanceof z.ZodMiniNullable)
    return peopleIn(shape.def.innerType)
  return []
}

/** Access checks use only declared subjects, so an undeclared field would go unchecked. */
const undeclared = (calls: readonly Endpoint[]): string[] =>
  calls
    .filter(({ subject, params, query, body }) => {
      if (subject === 'nobody') return false
      const parts = { params, query, body }
      return Object.entries(parts).some(([part, shape]) =>
        peopleIn(shape).some(field => field !== subject?.[part as keyof typeof parts]),
      )
    })
    .map(({ method, path }) => `${method} ${path}`)

test('a call with an email or a user in its path, query or body declares its subject', () => {
  assert.deepEqual(undeclared(endpoints), [])
  const call = { method: 'POST', path: '/x', who: 'user', summary: 'x' } as const
  const found: Endpoint[] = [
    { ...call, body: z.strictObject({ email }) },
    { ...call, body: z.strictObject({ to: z.optional(z.strictObject({ contact: email })) }) },
    { ...call, query: z.strictObject({ userId: id }) },
    { ...call, body: z.strictObject({ email, userId: id }), subject: { body: 'email' } },
  ]
  assert.equal(undeclared(found).length, found.length)
})

test('a subject that is not a field, or a `self` call without a subject, does not compile', () => {
  const call = { method: 'GET', path: '/x/{email}', params: emailParams, summary: 'x' } as const
  endpoint({ ...call, who: 'self', subject: { params: 'email' } })
  // @ts-expect-error There is no such parameter.
  endpoint({ ...call, who: 'self', subject: { params: 'mail' } })
  // @ts-expect-error There is no body.
  endpoint({ ...call, who: 'self', subject: { body: 'email' } })
  // @ts-expect-error The subject is missing.
  endpoint({ ...call, who: 'self_or_admin' })
  // @ts-expect-error A `self` call has a subject.
  endpoint({ ...call, who: 'self', subject: 'nobody' })
})
