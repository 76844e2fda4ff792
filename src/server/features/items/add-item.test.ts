import assert from 'node:assert/strict'
import { newAdmin, onBothEngines, onSqlite } from '../../../../tests/helpers/shop.ts'

const basket = {
  name: 'Willow basket',
  description: 'Woven by hand',
  price: 18.5,
  photoUrl: '/images/0123456789abcdef0123456789abcdef-960.webp',
  availableQuantity: 12,
  mustQuantity: 2,
}

const derived = { currency: 'USD', stars: null, reviewCount: 0, secondPicture: null }

onSqlite('a new item is on sale immediately, with all its stock', async shop => {
  const admin = await newAdmin(shop)
  assert.deepEqual((await shop.call({ url: '/api/items' })).json(), [])
  const added = await admin.call('POST', '/api/addItem', basket)
  assert.equal(added.statusCode, 201)
  const { _id, ...item } = added.json()
  const nothing = { pictures: [], materials: '', size: '', care: '', family: '', tax: '' }
  assert.deepEqual(item, { ...basket, ...nothing, ...derived })
  assert.match(_id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  const listed = { _id, ...basket, ...derived }
  assert.deepEqual((await shop.call({ url: '/api/items' })).json(), [listed], 'lists go without details')
  assert.deepEqual((await shop.call({ url: `/api/items/${_id}` })).json(), added.json())
  const row = await shop.deps.db.read.selectFrom('items').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual([row.price_minor, row.stocked_quantity, row.available_quantity], [1850, 12, 12])
  assert.equal((await admin.order(added.json(), 12)).statusCode, 201)
})

onBothEngines('an item has details, and further pictures in their order', async shop => {
  const admin = await newAdmin(shop)
  const pictures = ['/images/b-960.webp', '/images/a-960.webp', 'https://example.com/c.webp']
  const details = {
    pictures,
    materials: 'Willow',
    size: '40 cm',
    care: 'Keep it dry.',
    family: 'Kitchen',
    tax: '',
  }
  const added = (await admin.call('POST', '/api/addItem', { ...basket, ...details, size: ' 40 cm ' })).json()
  assert.deepEqual(added, { _id: added._id, ...basket, ...details, ...derived, secondPicture: pictures[0] })
  assert.deepEqual((await shop.call({ url: `/api/items/${added._id}` })).json(), added)
  const [listed] = (await admin.call('GET', '/api/item')).json()
  assert.equal('materials' in listed || 'pictures' in listed, false)
})

onSqlite('invalid fields are refused by name, and nothing is added', async shop => {
  const admin = await newAdmin(shop)
  const cases: [Record<string, unknown>, string, string][] = [
    [{ price: 0 }, 'bad_input', 'price'],
    [{ price: 0.001 }, 'bad_input', 'price'],
    [{ price: -1 }, 'bad_input', 'price'],
    [{ price: '18.5' }, 'bad_input', 'price'],
    [{ price: 1_000_000.01 }, 'bad_input', 'price'],
    [{ availableQuantity: 1.5 }, 'bad_input', 'availableQuantity'],
    [{ availableQuantity: -1 }, 'bad_input', 'availableQuantity'],
    [{ mustQuantity: 13 }, 'bad_input', 'mustQuantity'],
    [{ mustQuantity: 0 }, 'bad_input', 'mustQuantity'],
    [{ name: ' ' }, 'bad_input', 'name'],
    [{ name: 'x'.repeat(121) }, 'bad_input', 'name'],
    [{ description: '' }, 'bad_input', 'description'],
    [{ photoUrl: 'javascript:alert(1)' }, 'bad_input', 'photoUrl'],
    [{ photoUrl: '/images/../../etc/passwd' }, 'bad_input', 'photoUrl'],
    [{ pictures: Array(5).fill('/images/a-960.webp') }, 'bad_input', 'pictures'],
    [{ pictures: ['/images/a-960.webp', 'x'] }, 'bad_input', 'pictures.1'],
    [{ care: 'x'.repeat(301) }, 'bad_input', 'care'],
    [{ stocked_quantity: 5 }, 'unknown_field', 'stocked_quantity'],
  ]
  for (const [change, code, field] of cases) {
    const answer = await admin.call('POST', '/api/addItem', { ...basket, ...change })
    assert.deepEqual([answer.statusCode, answer.json().code], [400, code], JSON.stringify(change))
    assert.ok(answer.json().fields[field], field)
  }
  const customer = await shop.customer()
  assert.equal((await customer.call('POST', '/api/addItem', basket)).statusCode, 403)
  assert.equal((await shop.call({ method: 'POST', url: '/api/addItem', payload: basket })).statusCode, 401)
  assert.deepEqual((await shop.call({ url: '/api/items' })).json(), [])
})
