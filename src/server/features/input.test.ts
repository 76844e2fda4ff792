import assert from 'node:assert/strict'
import { problemKinds } from '#contract/problem.ts'
import { type Customer, orderOf } from '../../../tests/helpers/customers.ts'
import { onBothEngines, onSqlite } from '../../../tests/helpers/shop.ts'

interface Answer {
  statusCode: number
  headers: Record<string, unknown>
  body: string
  json(): { code: string; fields?: Record<string, string> }
}

/** A public refusal: problem+json, a known code with its status, and no internal details. */
function assertProblem(answer: Answer, about: string, code?: string): void {
  assert.equal(answer.headers['content-type'], 'application/problem+json', about)
  const problem = answer.json()
  assert.ok(problem.code in problemKinds, about)
  assert.notEqual(problem.code, 'internal', about)
  assert.equal(answer.statusCode, problemKinds[problem.code as keyof typeof problemKinds].status, about)
  if (code) assert.equal(problem.code, code, about)
  assert.doesNotMatch(answer.body, /node_modules|\.ts:|SQLITE|select |insert |\/src\//i, about)
}

onSqlite('invalid quantities answer 400 or 409 and change nothing', async shop => {
  const item = await shop.item({ availableQuantity: 5, mustQuantity: 2 })
  const ann = await shop.customer()
  const order = orderOf(item, ann.email, 2)
  const raw = [
    '-1',
    '0',
    '2.5',
    '1e309',
    '9007199254740992',
    'NaN',
    'true',
    '["3"]',
    '"2"',
    'null',
    '1',
    '6',
    '{}',
  ]
  for (const quantity of raw) {
    const body = JSON.stringify({ ...order, quantity: 0 }).replace('"quantity":0', `"quantity":${quantity}`)
    const answer = await send(ann, body)
    assertProblem(answer, quantity)
  }
  assert.equal((await shop.call({ url: `/api/items/${item._id}` })).json().availableQuantity, 5)
  assert.deepEqual((await ann.call('GET', `/api/myBooking/${ann.email}`)).json(), [])
})

const send = (customer: Customer, body: string, type = 'application/json') =>
  customer.call('POST', '/api/booking', body, { 'content-type': type })

onSqlite('each kind of invalid body has its own refusal', async shop => {
  const item = await shop.item()
  const ann = await shop.customer()
  const order = orderOf(item, ann.email, 1)
  const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const deep = `{"a":${nest(20_000)}}`
  const cases: [string, string, string, string?][] = [
    ['not JSON', '{"itemId":', 'bad_json'],
    ['empty', '', 'bad_input'],
    ['an array', '[]', 'bad_input'],
    ['a string', '"x"', 'bad_input'],
    ['null', 'null', 'bad_input'],
    ['an unknown key', JSON.stringify({ ...order, paid: true }), 'unknown_field'],
    ['__proto__', JSON.stringify(order).replace('{', '{"__proto__":{"admin":true},'), 'unknown_field'],
    ['constructor', JSON.stringify({ ...order, constructor: { prototype: {} } }), 'unknown_field'],
    ['deep JSON', deep, 'bad_json'],
    [
      'deep JSON in a field',
      JSON.stringify({ ...order, address: 0 }).replace(':0', `:${nest(20_000)}`),
      'bad_json',
    ],
    ['deep JSON without an end', '['.repeat(60_000), 'bad_json'],
    ['JSON 100,000 deep', nest(100_000), 'too_large'],
    ['a mark before it', `\ufeff${JSON.stringify(order)}`, 'bad_json'],
    ['two kinds', '{}', 'unsupported_media_type', 'application/json, text/plain'],
    ['text', '{}', 'unsupported_media_type', 'text/plain'],
    ['no kind', '{}', 'unsupported_media_type', ''],
    ['a picture', '{}', 'unsupported_media_type', 'multipart/form-data; boundary=x'],
    ['NUL', JSON.stringify({ ...order, address: 'a\u0000b' }), 'bad_input'],
    ['half a character', JSON.stringify({ ...order, address: '\ud800' }), 'bad_input'],
    ['blank text', JSON.stringify({ ...order, ownerName: '  ' }), 'bad_input'],
    ['too long', JSON.stringify({ ...order, address: 'x'.repeat(501) }), 'bad_input'],
    ['too large', JSON.stringify({ ...order, address: 'x'.repeat(70_000) }), 'too_large'],
    ['a strange id', JSON.stringify({ ...order, itemId: "1' or '1'='1" }), 'bad_input'],
    ['a fraction of a cent', JSON.stringify({ ...order, totalPrice: 34.001 }), 'bad_input'],
    ['XML', '<order/>', 'unsupported_media_type', 'text/xml'],
    ['a form', 'itemId=1', 'unsupported_media_type', 'application/x-www-form-urlencoded'],
    ["somebody else's email", JSON.stringify({ ...order, email: 'eve@example.com' }), 'forbidden'],
    [
      'an unknown item',
      JSON.stringify({ ...order, itemId: '0199a000-0000-7000-8000-000000000000' }),
      'not_found',
    ],
  ]
  for (const [about, body, code, type] of cases) assertProblem(await send(ann, body, type), about, code)
  const named = await send(ann, JSON.stringify({ ...order, ownerName: '', quantity: 'two' }))
  assert.deepEqual(Object.keys(named.json().fields ?? {}).sort(), ['ownerName', 'quantity'])
  assert.equal((await ann.order(item)).statusCode, 201, 'and a good one still works')
})

onSqlite('invalid addresses and parameters are refused politely', async shop => {
  const ann = await shop.customer()
  const cases: [string, string][] = [
    ['/api/items?limit=0', 'bad_input'],
    ['/api/items?limit=201', 'bad_input'],
    ['/api/items?limit=ten', 'bad_input'],
    ['/api/items?after=1', 'bad_input'],
    ['/api/items?limit=1&limit=2', 'bad_input'],
    ['/api/items?colour=red', 'unknown_field'],
    ['/api/items?sort=colour', 'bad_input'],
    ['/api/items?sort=price&sort=name', 'bad_input'],
    [`/api/items?search=${'x'.repeat(101)}`, 'bad_input'],
    ['/api/items?search=a&search=b', 'bad_input'],
    ['/api/items/1', 'bad_input'],
    ["/api/items/' or 1=1--", 'bad_input'],
    ['/api/items/0199a000-0000-7000-8000-000000000000', 'not_found'],
    ['/api/%E0%A4%A', 'bad_input'],
    ['/api/nothing', 'not_found'],
    ['/api/myBooking/nobody', 'bad_input'],
    ['/api/myBooking/ann%00@example.com', 'bad_input'],
    [`/api/myBooking/${'x'.repeat(500)}@example.com`, 'not_found'],
  ]
  for (const [url, code] of cases) assertProblem(await ann.call('GET', url), url, code)
})

onSqlite('an email can have 254 characters everywhere', async shop => {
  const long = `${'x'.repeat(242)}@example.com`
  const ann = await shop.customer(long)
  assert.equal((await ann.call('GET', `/api/myBooking/${long}`)).statusCode, 200)
  assert.equal((await ann.order(await shop.item())).statusCode, 201)
  const payload = { name: 'Ann', email: `x${long}`, password: 'teapot-9' }
  assertProblem(await shop.call({ method: 'POST', url: '/api/auth/sign-up', payload }), '255', 'bad_input')
})

onBothEngines('text is stored unchanged', async shop => {
  const item = await shop.item()
  const ann = await shop.customer()
  const texts = [
    '<script>alert(1)</script>',
    "Robert'); drop table bookings;--",
    'שלום abc',
    'é vs é',
    '👩‍👩‍👧',
    '{{7*7}} %s &amp;',
  ]
  for (const address of texts) {
    const placed = await ann.order(item, 1, { address })
    assert.equal(placed.statusCode, 201, address)
    assert.equal((await ann.call('GET', `/api/booking/${placed.json()._id}`)).json().address, address)
    await ann.call('DELETE', `/api/myBooking/${placed.json()._id}`)
  }
})

onBothEngines(
  'a line break or a direction mark in a single-line field is refused, and existing data stays',
  async shop => {
    const item = await shop.item()
    const ann = await shop.customer()
    for (const [address, sentence] of [
      ['Own\nPaid: $0', 'Write this on one line.'],
      ['שלום \u202e abc', 'This contains invisible characters. Type it again.'],
    ] as const) {
      const refused = await ann.order(item, 1, { address })
      assert.deepEqual([refused.statusCode, refused.json().fields], [400, { address: sentence }])
    }
    const { _id } = (await ann.order(item)).json()
    const old = 'Own\nPaid: $0'
    const written = { address: old, item_name: old }
    await shop.deps.db.write(tx => tx.updateTable('orders').set(written).where('id', '=', _id).execute())
    const order = (await ann.call('GET', `/api/booking/${_id}`)).json()
    assert.deepEqual([order.address, order.itemName], [old, old])
  },
)

/** Fails if an existing name is checked against today's rule: such items could not be ordered. */
onBothEngines('an item with a name older than the rule can be ordered', async shop => {
  const item = await shop.item()
  const name = 'Two\nlines\u202e'
  await shop.deps.db.write(tx => tx.updateTable('items').set({ name }).where('id', '=', item._id).execute())
  const placed = await (await shop.customer()).order({ ...item, name })
  assert.deepEqual([placed.statusCode, placed.json().itemName], [201, name])
})

onSqlite("the spec's calls with a JSON content type and no body are accepted", async shop => {
  const item = await shop.item()
  const ann = await shop.customer()
  const { _id } = (await ann.order(item)).json()
  const answer = await shop.call({
    method: 'DELETE',
    url: `/api/myBooking/${_id}`,
    headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
  })
  assert.equal(answer.statusCode, 204)
})
