import assert from 'node:assert/strict'
import { type TestContext, test, vi } from 'vitest'
import { currencyOf } from '#domain/currencies.ts'
import { setShopCurrency } from '#domain/currency.ts'
import { held, json, lost, type Network, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ann, as, order, tray } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'
import { queryClient } from '../../api/query-client.ts'
import { itemsKey } from '../../api/query-keys.ts'

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

test('missing fields show the spec’s sentences', async t => {
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

test('the email is that of the signed-in user and cannot be changed', async t => {
  const page = await ordering(t)
  const email = page.field('Email') as HTMLInputElement
  assert.deepEqual([email.value, email.readOnly], [ann.email, true])
})

test('a quantity is a whole number between the must quantity and the stock', async t => {
  const page = await ordering(t)
  const button = page.button('ORDER NOW')
  for (const [quantity, message, dim] of [
    ['1', 'Order at least 2.', 'true'],
    ['10', 'Only 9 left.', 'false'],
    ['2.5', 'Enter a whole number.', 'false'],
  ] as const) {
    await page.fill({ ...filled, Quantity: quantity })
    assert.deepEqual([button.dataset.dim, button.disabled], [dim, false], quantity)
    await page.press('ORDER NOW')
    assert.equal(page.complaint('Quantity'), message)
  }
  assert.equal(page.net.to(place).length, 0)
})

for (const quantity of ['2', '9'])
  test(`a quantity at the limit (${quantity}) is sent`, async t => {
    const page = await ordering(t)
    await page.fill({ ...filled, Quantity: quantity })
    assert.equal(page.button('ORDER NOW').dataset.dim, 'false')
    await page.press('ORDER NOW')
    assert.equal(page.net.to(place).length, 1)
  })

/** Fails if the first step is one, or if a step passes a limit. */
test('stepping the quantity starts at the minimum and ends at the stock', async t => {
  const page = await ordering(t)
  const quantity = () => (page.field('Quantity') as HTMLInputElement).value
  const seen: string[] = []
  for (const way of ['one more', 'one more', 'one less', 'one less', 'one less']) {
    await page.press(`Quantity: ${way}`)
    seen.push(quantity())
  }
  assert.deepEqual(seen, ['2', '3', '2', '2', '2'])
  for (let n = 0; n < 9; n++) await page.press('Quantity: one more')
  assert.equal(quantity(), String(tray.availableQuantity))
})

/** Fails if the total is price times quantity as floating point: 1.1 × 3 is 3.3000000000000003. */
test('the total is computed in minor units, and the total on the page is the one that is sent', async t => {
  const page = await ordering(t)
  await page.fill(filled)
  assert.match(page.words('.order-total')[0] ?? '', /\$3\.30$/)
  await page.press('ORDER NOW')
  const { itemId, itemName, ownerName, email, mobileNumber, address, quantity, totalPrice } = order
  const sent = { itemId, itemName, ownerName, email, mobileNumber, address, quantity, totalPrice }
  assert.deepEqual(page.net.to(place)[0]?.body, sent)
  assert.match(page.text, /Add Item successfully/)
})

test('a page in another currency than dollars sends it along', async t => {
  const page = await ordering(t)
  setShopCurrency(currencyOf('EUR'))
  await page.fill(filled)
  await page.press('ORDER NOW')
  assert.match(JSON.stringify(page.net.to(place)[0]?.body), /"currency":"EUR"/)
})

test('a placed order replaces the form, with a summary and a link to pay', async t => {
  const brought: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    brought.push(this.textContent)
  })
  const page = await ordering(t)
  await page.fill(filled)
  await page.press('ORDER NOW')
  assert.equal(page.words('form.grid').length, 0)
  assert.equal(document.activeElement?.textContent, 'Your order is placed')
  assert.deepEqual(brought, ['Your order is placed'], 'so that the way to pay is in sight on a phone')
  for (const part of [order.number, order.itemName, '3 pieces', '$3.30', 'Held for you for'])
    assert.ok(page.text.includes(part), part)
  assert.equal(page.control('Pay now')?.getAttribute('href'), `/dashboard/payment/${order._id}`)
})

/** Fails if the stepper changes a form that is being sent: the page would show another total than was ordered. */
test('the quantity cannot change while the order is being sent', async t => {
  const answer = held(() => json(order, 201))
  const page = await ordering(t, as(ann).on(place, answer.answer))
  await page.fill(filled)
  await page.press('ORDER NOW')
  await page.press('Quantity: one more')
  assert.equal(page.field('Quantity').value, filled.Quantity)
  answer.release()
  await page.until(() => page.control('Pay now'))
})

test('a placed order stays on the page when the item goes off sale', async t => {
  const page = await ordering(t)
  await page.fill(filled)
  await page.press('ORDER NOW')
  page.net.on(`GET /api/items/${tray._id}`, () => refusal('not_found'))
  await queryClient().refetchQueries({ queryKey: itemsKey })
  await settle()
  assert.ok(page.control('Pay now'))
})

test('ordering again fills in the quantity', async t => {
  const page = await visit(t, `/items/${tray._id}?quantity=4`, as(ann))
  await page.until(() => page.control('ORDER NOW'))
  assert.equal(page.field('Quantity').value, '4')
  assert.equal(page.button('ORDER NOW').dataset.dim, 'false')
  assert.match(page.words('.order-total')[0] ?? '', /\$4\.40$/)
})

test('the confirmation links to one payment for everything in the bag', async t => {
  const other = order._id.replace(/1$/, '2')
  const net = as(ann)
    .on(place, () => json(order, 201))
    .on('GET /api/myBag', () => json([order, { ...order, _id: other }]))
  const page = await ordering(t, net)
  await page.fill(filled)
  await page.press('ORDER NOW')
  const together = await page.until(() => page.control('Pay all 2 in your bag together'))
  assert.equal(together.getAttribute('href'), `/dashboard/payment/${order._id}?with=${other}`)
})

/** Fails if each try gets a new key: a lost response would become a second order. */
test('a retry after an unknown outcome reuses the key; a refusal or another content gets a new one', async t => {
  const net = as(ann).on(
    place,
    lost,
    () => refusal('internal'),
    lost,
    () => refusal('out_of_stock', { detail: 'Only 2 left.' }),
    () => json(order, 201),
  )
  const page = await ordering(t, net)
  await page.fill(filled)
  for (const _ of ['lost', 'failed']) await page.press('ORDER NOW')
  await page.fill({ ...filled, Quantity: '4' })
  for (const _ of ['lost', 'refused', 'placed']) await page.press('ORDER NOW')
  const keys = keysOf(page)
  assert.equal(keys.length, 5)
  const [first, second, third, fourth, fifth] = keys
  assert.equal(second, first, 'a retry reuses the key')
  assert.notEqual(third, second, 'another content')
  assert.equal(fourth, third)
  assert.notEqual(fifth, fourth, 'after a refusal')
  for (const key of keys) assert.match(key ?? '', /^[0-9a-f-]{36}$/)
})

test('pressing twice orders once', async t => {
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
  test(`a refusal about the quantity (${code}) shows under its field`, async t => {
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

test('any other refusal shows below the form', async t => {
  const page = await ordering(
    t,
    as(ann).on(place, () => refusal('price_changed')),
  )
  await page.fill(filled)
  await page.press('ORDER NOW')
  assert.ok(page.words('form.grid [role=alert]').includes('Refused: price_changed.'))
  assert.equal(page.complaint('Quantity'), '')
})

/** Fails if only a success refetches the item: a refusal means that the page shows an old one. */
for (const [outcome, answer] of [
  ['an order', () => json(order, 201)],
  ['a refusal', () => refusal('out_of_stock')],
] as const) {
  test(`after ${outcome} the item is fetched again`, async t => {
    const page = await ordering(t, as(ann).on(place, answer))
    const reads = () => page.net.to(`GET /api/items/${tray._id}`).length
    const before = reads()
    await page.fill(filled)
    await page.press('ORDER NOW')
    assert.equal(reads(), before + 1)
  })
}

for (const code of ['not_found', 'bad_input'] as const) {
  test(`a missing item (${code}) says so`, async t => {
    const net = as(ann).on(`GET /api/items/${tray._id}`, () => refusal(code))
    const page = await visit(t, `/items/${tray._id}`, net)
    await page.until(() => /This item is no longer on sale/.test(page.text))
  })
}
