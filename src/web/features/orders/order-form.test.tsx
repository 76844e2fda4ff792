import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { held, json, lost, type Network, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ann, as, order, tray } from '../../../../tests/helpers/web/shelf.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const place = 'POST /api/booking'

async function ordering(
  t: TestContext,
  net: Network = as(ann).on(place, () => json(order, 201)),
): Promise<Visit> {
  const page = await visit(t, `/items/${tray._id}`, net)
  await page.until(() => page.control('ORDER NOW'))
  return page
}

const filled = {
  'Full name': 'Ann Example',
  'Mobile number': '555 0100',
  Address: '1 Test Street',
  Quantity: '3',
}

const keysOf = ({ net }: Visit) => net.to(place).map(({ headers }) => headers.get('idempotency-key'))

test('what is missing is said in the words of the spec', async t => {
  const page = await ordering(t)
  await page.press('ORDER NOW')
  assert.deepEqual(Object.fromEntries(Object.keys(filled).map(label => [label, page.complaint(label)])), {
    'Full name': 'First name is required',
    'Mobile number': 'Mobile Number is required',
    Address: 'Email Address is required',
    Quantity: 'Quantity is required',
  })
  assert.equal(page.net.to(place).length, 0)
})

test('the e-mail is the signed-in user’s and cannot be changed', async t => {
  const page = await ordering(t)
  const email = page.field('Email') as HTMLInputElement
  assert.deepEqual([email.value, email.readOnly], [ann.email, true])
})

test('a quantity is a whole number between the must quantity and what is there', async t => {
  const page = await ordering(t)
  const button = page.button('ORDER NOW')
  for (const [quantity, words, dim] of [
    ['1', 'Please order at least 2.', 'true'],
    ['10', 'Only 9 left.', 'false'],
    ['2.5', 'Please enter a whole number.', 'false'],
  ] as const) {
    await page.fill({ ...filled, Quantity: quantity })
    assert.deepEqual([button.dataset.dim, button.disabled], [dim, false], quantity)
    await page.press('ORDER NOW')
    assert.equal(page.complaint('Quantity'), words)
  }
  assert.equal(page.net.to(place).length, 0)
  for (const quantity of ['2', '9']) {
    await page.fill({ ...filled, Quantity: quantity })
    assert.equal(button.dataset.dim, 'false')
    await page.press('ORDER NOW')
  }
  assert.equal(page.net.to(place).length, 2)
})

/** Fails where the total is price times quantity: 1.1 × 3 is 3.3000000000000003. */
test('the total is reckoned in cents, and what is seen is what is sent', async t => {
  const page = await ordering(t)
  await page.fill(filled)
  assert.match(page.words('.order-total')[0] ?? '', /\$3\.30$/)
  await page.press('ORDER NOW')
  const { itemId, itemName, ownerName, email, mobileNumber, address, quantity, totalPrice } = order
  const sent = { itemId, itemName, ownerName, email, mobileNumber, address, quantity, totalPrice }
  assert.deepEqual(page.net.to(place)[0]?.body, sent)
  // The form is empty again, and so is its total.
  assert.deepEqual([page.field('Full name').value, page.field('Quantity').value], ['', ''])
  assert.match(page.words('.order-total')[0] ?? '', /\$0$/)
  assert.match(page.text, /Add Item successfully/)
  assert.match(page.text, /Your order is in My Orders/)
})

/** Fails where each try gets a key of its own: a lost answer would become a second order. */
test('one key per filled-in form: kept while nobody knows, new after success, refusal or another content', async t => {
  const net = as(ann).on(
    place,
    lost,
    () => refusal('internal'),
    () => json(order, 201),
    lost,
    lost,
    () => refusal('out_of_stock', { detail: 'Only 2 left.' }),
    () => json(order, 201),
  )
  const page = await ordering(t, net)
  await page.fill(filled)
  for (const _ of ['lost', 'failed', 'placed']) await page.press('ORDER NOW')
  await page.fill(filled)
  await page.press('ORDER NOW')
  await page.fill({ ...filled, Quantity: '4' })
  for (const _ of ['lost', 'refused', 'placed']) await page.press('ORDER NOW')
  const keys = keysOf(page)
  assert.equal(keys.length, 7)
  const [first, second, third, fourth, fifth, sixth, seventh] = keys
  assert.deepEqual([second, third], [first, first], 'the same order is tried again')
  assert.notEqual(fourth, first, 'a new order after success')
  assert.notEqual(fifth, fourth, 'another content')
  assert.equal(sixth, fifth)
  assert.notEqual(seventh, sixth, 'after a refusal')
  for (const key of keys) assert.match(key ?? '', /^[0-9a-f-]{36}$/)
})

test('two presses order once', async t => {
  const slow = held(() => json(order, 201))
  const page = await ordering(t, as(ann).on(place, slow.answer))
  await page.fill(filled)
  page.button('ORDER NOW').click()
  page.button('ORDER NOW').click()
  await settle()
  assert.equal(page.button('ORDER NOW').getAttribute('aria-disabled'), 'true')
  slow.release()
  await settle()
  assert.equal(keysOf(page).length, 1)
})

for (const code of ['out_of_stock', 'below_minimum'] as const) {
  test(`a refusal about the quantity (${code}) stands under it`, async t => {
    const page = await ordering(
      t,
      as(ann).on(place, () => refusal(code, { detail: 'Only 2 left.' })),
    )
    await page.fill(filled)
    await page.press('ORDER NOW')
    assert.equal(page.complaint('Quantity'), 'Only 2 left.')
    assert.equal(page.field('Full name').value, 'Ann Example')
  })
}

test('any other refusal stands below the form', async t => {
  const page = await ordering(
    t,
    as(ann).on(place, () => refusal('price_changed')),
  )
  await page.fill(filled)
  await page.press('ORDER NOW')
  assert.ok(page.words('form.grid [role=alert]').includes('Refused: price_changed.'))
  assert.equal(page.complaint('Quantity'), '')
})

/** Fails where only a success makes the item stale: a refusal means that the page shows an old one. */
for (const [words, answer] of [
  ['an order', () => json(order, 201)],
  ['a refusal', () => refusal('out_of_stock')],
] as const) {
  test(`after ${words} the item is read anew`, async t => {
    const page = await ordering(t, as(ann).on(place, answer))
    const reads = () => page.net.to(`GET /api/items/${tray._id}`).length
    const before = reads()
    await page.fill(filled)
    await page.press('ORDER NOW')
    assert.equal(reads(), before + 1)
  })
}

for (const code of ['not_found', 'bad_input'] as const) {
  test(`an item that is not there (${code}) says so`, async t => {
    const net = as(ann).on(`GET /api/items/${tray._id}`, () => refusal(code))
    const page = await visit(t, `/items/${tray._id}`, net)
    await page.until(() => /This item is not on sale any more/.test(page.text))
  })
}
