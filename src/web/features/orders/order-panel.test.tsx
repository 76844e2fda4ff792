import assert from 'node:assert/strict'
import { type TestContext, test, vi } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { charging } from '../../../../tests/helpers/web/charging.ts'
import { json, refusal } from '../../../../tests/helpers/web/network.ts'
import { ada, ann, as, order } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'
import { queryClient } from '../../api/query-client.ts'
import { ordersKey } from '../../api/query-keys.ts'

const another = (n: number, changes: Partial<Order> = {}): Order => ({
  ...order,
  _id: order._id.replace(/1$/, String(n)),
  number: `T-104${n}`,
  ...changes,
})

const paid: Order = { ...order, paid: true, state: 'paid', transactionId: 'pi_9' }
const timeline = [{ at: order.createdAt, what: 'paid', by: 'webhook', detail: 'pi_9' }]

function open(
  t: TestContext,
  listed: readonly Order[],
  ofCustomer: readonly Order[],
  shop?: Parameters<typeof visit>[3],
): Promise<Visit> {
  const net = as(ada)
    .on('GET /api/booking', ({ query: { search } }) =>
      json(search === order.email ? ofCustomer : listed.filter(({ _id }) => !search || search === _id)),
    )
    .on(`GET /api/booking/${order._id}/timeline`, () => json(timeline))
    .on(`GET /api/booking/${order._id}/refunds`, () => json([]))
    .on(`GET /api/booking/${order._id}/invoices`, () => json([]))
  return visit(t, `/dashboard/manageAllOrders?order=${order._id}`, net, shop)
}

const others = (page: Visit) => page.words('[aria-labelledby="other-orders"] li')

test('the panel lists other orders of the same customer and no namesake’s', async t => {
  const mail = `x${order.email}`
  const page = await open(t, [paid], [paid, another(2, { totalPrice: 22 }), another(3, { email: mail })])
  await page.until(() => others(page).length === 1)
  assert.match(others(page).join(), /^T-1042 Oak Desk Tray, \$22.+Held$/)
})

/** Fails if the panel leaves delivery out: the form for marking as paid would expect another sum than it shows. */
for (const [listed, costs] of [
  [order, ['Delivery$4.90', 'Total$8.20']],
  [{ ...paid, paidAmount: 3.3 }, ['Total$3.30']],
  [{ ...order, state: 'removed' }, ['Total$3.30']],
] as const)
  test(`with a price of delivery the panel of an order that is ${listed.state} says ${costs}`, async t => {
    const page = await open(t, [listed], [listed], charging({ price: 4.9, freeFrom: null }))
    await page.until(() => page.words('.order-facts dt').length > 0)
    const facts = page.words('.order-facts div').filter(text => /^(Delivery|Total)/.test(text))
    assert.deepEqual(facts, costs)
    if (listed.state !== 'held') return
    await page.until(() => page.all('[name="amount"]').length === 1)
    assert.equal(Number(page.one<HTMLInputElement>('[name="amount"]').value), 8.2)
  })

test('many other orders end in a link to all of them', async t => {
  const many = [2, 3, 4, 5, 6, 7].map(n => another(n))
  const page = await open(t, [paid], [paid, ...many])
  await page.until(() => others(page).length === 5)
  const link = page.control(`All orders of ${order.email}`, 'a')
  assert.equal(link?.getAttribute('href'), '/dashboard/manageAllOrders?search=ann%40example.com')
})

test('a first order says so; a list that failed is loaded again', async t => {
  const page = await open(t, [paid], [paid])
  await page.until(() => /Other orders of this customerNo other orders\./.test(page.text))
  page.net.on('GET /api/booking', ({ query: { search } }) =>
    search === order.email ? refusal('too_many_requests') : json([paid]),
  )
  queryClient().removeQueries({ queryKey: [...ordersKey, 'of'] })
  await page.go('/dashboard/manageAllOrders')
  await page.go(`/dashboard/manageAllOrders?order=${order._id}`)
  await page.until(() => /Other orders of this customer.*Refused: too_many_requests/.test(page.text))
  page.net.on('GET /api/booking', () => json([paid]))
  await page.press('Try again')
  await page.until(() => /Other orders of this customerNo other orders\./.test(page.text))
})

test('the address is copied as it is written on a parcel', async t => {
  const page = await open(t, [paid], [paid])
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async text => void copied.push(text))
  await page.until(() => page.control('Copy address'))
  await page.press('Copy address')
  assert.deepEqual(copied, ['Ann Example\n1 Test Street'])
  assert.match(page.text, /The address is copied/)
})

/** Fails if customers read an id that only the card provider understands. */
test('the provider’s id of a payment shows in the timeline of an admin, not of the customer', async t => {
  const admin = await open(t, [paid], [paid])
  await admin.until(() => /What happenedPaid.*pi_9$/.test(admin.words('[aria-labelledby="timeline"]').join()))
})

test('the customer’s timeline tells when it was paid, without the provider’s id', async t => {
  const declined = { ...timeline[0], what: 'declined', detail: 'Your card was declined.' }
  const net = as(ann)
    .on(`GET /api/myBooking/${ann.email}`, () => json([paid]))
    .on(`GET /api/booking/${order._id}`, () => json(paid))
    .on(`GET /api/booking/${order._id}/invoices`, () => json([]))
    .on(`GET /api/booking/${order._id}/timeline`, () => json([declined, ...timeline]))
  const page = await visit(t, `/dashboard/myOrder?order=${order._id}`, net)
  const told = () => page.words('[aria-labelledby="timeline"] li').join()
  await page.until(() => /Card declined.*Your card was declined\.,Paid/.test(told()))
  assert.doesNotMatch(told(), /pi_9/)
})

/** Fails if sending an order from its panel loses the place in the list. */
test('an order that leaves the list keeps its place there', async t => {
  const [first, third] = [another(2), another(3)]
  const page = await open(t, [first, paid, third], [])
  const isEnd = (label: string) => page.control(label)?.getAttribute('aria-disabled') === 'true'
  await page.until(() => page.control('Next order') && !isEnd('Next order'))
  page.net.on('GET /api/booking', ({ query: { search } }) =>
    json(search === order._id ? [{ ...paid, state: 'sent' }] : [first, third]),
  )
  await queryClient().invalidateQueries({ queryKey: ordersKey })
  await page.until(() => page.words('tbody tr').length === 2)
  assert.deepEqual([isEnd('Previous order'), isEnd('Next order')], [false, false])
  for (const part of ['timeline', 'refunds', 'invoices'])
    page.net.on(`GET /api/booking/${third._id}/${part}`, () => json([]))
  page.net.on('GET /api/booking', ({ query: { search } }) =>
    json(search === third._id ? [third] : [first, third]),
  )
  await page.press('Next order')
  assert.equal(page.at(), `/dashboard/manageAllOrders?order=${third._id}`)
  assert.ok(isEnd('Next order'))
})
