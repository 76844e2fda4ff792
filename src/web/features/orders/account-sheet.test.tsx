import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { held as heldBack, json, nothing, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, ann, as, order } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

const tray: Order = { ...order, heldUntil: inMs(1_800_000) }
const lamp: Order = {
  ...tray,
  _id: order._id.replace(/1$/, '2'),
  number: 'T-1043',
  itemName: 'Lamp',
  quantity: 1,
  totalPrice: 0.7,
  heldUntil: inMs(600_000),
}

/** A page with this bag, whose sheet is open. */
async function openSheet(t: TestContext, unpaid: Order[], me = ann): Promise<Visit> {
  const page = await visit(
    t,
    '/team',
    as(me)
      .on('GET /api/myBag', () => json(unpaid))
      .on(`GET /api/myBooking/${me.email}`, () => json([])),
  )
  await page.until(() => page.control(`${me.displayName}, account and bag`))
  await page.press(`${me.displayName}, account and bag`)
  await page.until(() => sheet(page))
  return page
}

const sheet = (page: Visit) => page.all<HTMLDialogElement>('dialog[data-side=true]').find(({ open }) => open)

const pay = (page: Visit) => page.one<HTMLAnchorElement>('.account-sheet .btn-primary')

const change = ({ _id }: Order) => `PUT /api/booking/${_id}/quantity`

test('the name opens the sheet: what waits for payment, one countdown, and one payment for all', async t => {
  const page = await openSheet(t, [tray, lamp])
  await page.until(() => page.words('.bag-line').length === 2)
  assert.equal(page.at(), '/team?sheet=bag')
  const [first = '', second = ''] = page.words('.bag-line')
  assert.match(first, /^Oak Desk Tray\$3\.30T-1042, \$1\.10 each/)
  assert.match(second, /^Lamp\$0\.70T-1043/)
  await page.until(() => page.all('.bag-line img').length === 2)
  const countdowns = page.words('.account-sheet [role=timer]')
  assert.equal(countdowns.length, 1)
  assert.match(countdowns[0] ?? '', /^(10:00|9:\d\d)$/, 'the hold that ends first')
  assert.deepEqual(
    [pay(page).textContent, pay(page).getAttribute('href')],
    ['Pay all · $4', `/dashboard/payment/${tray._id}?with=${lamp._id}`],
  )
  assert.deepEqual(page.words('.account-links a'), ['My Orders', 'Profile'])
  await page.press('Close')
  await page.until(() => !sheet(page))
  assert.equal(page.at(), '/team')
})

/** Fails if a click with a modifier is caught too: My Orders could not be opened in a new tab. */
test('the bag opens the same sheet, and is a link to My Orders for everything else', async t => {
  const page = await visit(
    t,
    '/team',
    as(ann).on('GET /api/myBag', () => json([tray])),
  )
  const bag = await page.until(() => page.all<HTMLAnchorElement>('a.bag')[0])
  assert.equal(bag.getAttribute('href'), '/dashboard/myOrder')
  const caught: boolean[] = []
  // The browser would follow the link.
  const stop = (event: Event) => {
    caught.push(event.defaultPrevented)
    event.preventDefault()
  }
  window.addEventListener('click', stop, { once: true })
  bag.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }))
  await settle()
  assert.deepEqual([caught, page.at()], [[false], '/team'])
  bag.click()
  await page.until(() => sheet(page))
  assert.equal(pay(page).textContent, 'Pay · $3.30')
})

test('an empty bag says so; admins also find what they manage', async t => {
  const page = await openSheet(t, [], ada)
  await page.until(() => /Your bag is empty/.test(page.text))
  await page.until(() => page.words('.account-links a').length === 4)
  assert.deepEqual(page.words('.account-links a').slice(2), ['Manage All Orders', 'Manage Items'])
  await page.press('My Orders')
  await page.until(() => !sheet(page))
  assert.equal(page.at(), '/dashboard/myOrder')
})

/** Fails if links lead to pages that turn the admin away until there is a second factor. */
test('an admin who lacks a second factor finds no pages of admins', async t => {
  const page = await openSheet(t, [], { ...ada, secondFactorNeeded: true })
  await page.until(() => /Your bag is empty/.test(page.text))
  await settle()
  assert.deepEqual(page.words('.account-links a'), ['My Orders', 'Profile'])
})

test('a bag that does not load says so, and the account is there all the same', async t => {
  const net = as(ann).on('GET /api/myBag', () => refusal('too_many_requests'))
  const page = await visit(t, '/team?sheet=bag', net)
  await page.until(() => /Your bag could not be loaded/.test(page.text))
  assert.deepEqual(page.words('.account-links a'), ['My Orders', 'Profile'])
  net.on('GET /api/myBag', () => json([tray]))
  await page.press('Try again')
  await page.until(() => page.words('.bag-line').length === 1)
})

/** Fails if every press is sent, or if the last one is lost: the order would have another quantity than the field. */
test('of several presses, the last quantity is sent, and paying waits for it', async t => {
  const page = await openSheet(t, [tray])
  const six = { ...tray, quantity: 6, totalPrice: 6.6 }
  const first = heldBack(() => json({ ...tray, quantity: 4, totalPrice: 4.4 }))
  page.net.on(change(tray), first.answer, () => json(six))
  for (const _ of ['4', '5', '6']) await page.press('Quantity of Oak Desk Tray: one more')
  const bodies = () => page.net.to(change(tray)).map(({ body }) => body)
  assert.deepEqual(bodies(), [{ quantity: 4 }])
  pay(page).click()
  await settle()
  assert.deepEqual([page.at(), pay(page).getAttribute('aria-disabled')], ['/team?sheet=bag', 'true'])
  page.net.on('GET /api/myBag', () => json([six]))
  first.release()
  await page.until(() => pay(page).textContent === 'Pay · $6.60')
  assert.deepEqual(bodies(), [{ quantity: 4 }, { quantity: 6 }])
  await page.until(() => pay(page).getAttribute('aria-disabled') === 'false')
  assert.equal(page.one<HTMLInputElement>('.bag-line input').value, '6')
  assert.equal(page.at(), '/team?sheet=bag')
})

/** Fails if the page's old quantity decides: the field would say 3, and the customer would pay for 4. */
test('a quantity that is taken back while it is being sent is sent again', async t => {
  const page = await openSheet(t, [tray])
  const first = heldBack(() => json({ ...tray, quantity: 4, totalPrice: 4.4 }))
  page.net.on(change(tray), first.answer, () => json(tray))
  await page.press('Quantity of Oak Desk Tray: one more')
  await page.press('Quantity of Oak Desk Tray: one less')
  first.release()
  await page.until(() => page.net.to(change(tray)).length === 2)
  assert.deepEqual(page.net.to(change(tray))[1]?.body, { quantity: 3 })
})

/** Fails if a hold that is over counts as the first to end: the sheet would say that nothing is held any more. */
test('the countdown is that of an order that is still held', async t => {
  const page = await openSheet(t, [{ ...lamp, state: 'lapsed', heldUntil: inMs(-60_000) }, tray])
  await page.until(() => page.words('.bag-line').length === 2)
  assert.equal(page.words('.account-sheet [role=timer]').length, 1)
})

test('a refused quantity says why, and the field shows the order’s own again', async t => {
  const page = await openSheet(t, [tray])
  page.net.on(change(tray), () => refusal('out_of_stock', { detail: 'Only 2 more left.' }))
  const field = page.one<HTMLInputElement>('.bag-line input')
  await type(field, '12')
  assert.deepEqual(page.net.to(change(tray)), [], 'nothing is sent while typing')
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await page.until(() => page.words('.bag-line [role=alert]')[0] === 'Only 2 more left.')
  assert.deepEqual([field.value, field.getAttribute('aria-invalid')], ['3', 'true'])
  for (const nonsense of ['', '0', '1.5', '1000001']) {
    await type(field, nonsense)
    field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    await settle()
    assert.equal(field.value, '3', nonsense)
  }
  assert.equal(page.net.to(change(tray)).length, 1)
})

async function type(field: HTMLInputElement, value: string): Promise<void> {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await settle()
}

/** Fails if the sheet offers to pay an order whose payment is being checked. */
test('lapsed orders can be paid; those whose payment is being checked wait', async t => {
  const checked = { ...lamp, paymentUnmatchedAt: lamp.createdAt }
  const page = await openSheet(t, [{ ...tray, state: 'lapsed' }, checked])
  await page.until(() => page.words('.bag-line').length === 2)
  const [first = '', second = ''] = page.words('.bag-line')
  assert.match(first, /No longer held: others can buy it/)
  assert.match(second, /We have received a payment/)
  assert.equal(page.all('.bag-line input').length, 1)
  assert.equal(pay(page).textContent, 'Pay · $3.30')
})

test('removing asks first, and the sheet stays open', async t => {
  const page = await openSheet(t, [tray])
  page.net.on(`DELETE /api/myBooking/${tray._id}`, nothing)
  await page.press('Remove the order of Oak Desk Tray')
  page.net.on('GET /api/myBag', () => json([]))
  await page.press('Remove Item')
  await page.until(() => /Your bag is empty/.test(page.text))
  assert.ok(sheet(page))
})

test('Logout in the sheet signs out and goes home', async t => {
  const page = await openSheet(t, [])
  page.one<HTMLButtonElement>('.account-links button').click()
  await page.until(() => page.control('LOGIN'))
  assert.deepEqual([page.at(), page.all('dialog[open]').length], ['/', 0])
})

/** Fails if an order that waits for its transfer counts as one to pay. */
test('orders that wait for a transfer stand apart and are not paid again', async t => {
  const until = '2030-11-09T12:00:00.000Z'
  const waiting: Order = {
    ...lamp,
    _id: order._id.replace(/1$/, '3'),
    itemName: 'Vase',
    heldUntil: until,
    transferUntil: until,
  }
  const page = await openSheet(t, [tray, waiting, lamp])
  await page.until(() => page.words('.bag-line').length === 3)
  assert.equal(page.one('.bag').getAttribute('aria-label')?.startsWith('Your bag: 2 orders to pay'), true)
  assert.deepEqual(
    [pay(page).textContent, pay(page).getAttribute('href')],
    ['Pay all · $4', `/dashboard/payment/${tray._id}?with=${lamp._id}`],
  )
  const [apart = ''] = page.words('[aria-labelledby=bag-waiting]')
  assert.match(apart, /^To pay by transferVase.+Waiting for your transfer until 9 November/)
  assert.doesNotMatch(apart, /Lamp|Tray/)
})

test('a bag with nothing but waiting orders has nothing to pay', async t => {
  const until = '2030-11-09T12:00:00.000Z'
  const page = await openSheet(t, [{ ...lamp, heldUntil: until, transferUntil: until }])
  await page.until(() => page.words('.bag-line').length === 1)
  assert.deepEqual(page.all('.bag'), [])
  assert.deepEqual(page.all('.account-sheet .btn-primary'), [])
  assert.doesNotMatch(page.text, /Your bag is empty/)
})
