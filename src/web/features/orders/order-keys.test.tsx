import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { json } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, as, order } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const toSend = (n: number): Order => ({
  ...order,
  _id: order._id.replace(/1$/, String(n)),
  number: `T-104${n}`,
  paid: true,
  state: 'paid',
  refundableAmount: 3.3,
  keptAmount: 3.3,
})
const orders = [2, 3, 4].map(toSend)

async function open(t: TestContext, query = ''): Promise<Visit> {
  const net = as(ada).on('GET /api/booking', ({ query: { search } }) =>
    json(search?.length === order._id.length ? orders.filter(({ _id }) => _id === search) : orders),
  )
  for (const { _id } of orders)
    for (const part of ['timeline', 'refunds', 'invoices'])
      net.on(`GET /api/booking/${_id}/${part}`, () => json([]))
  const page = await visit(t, `/dashboard/manageAllOrders${query}`, net)
  await page.until(() => page.words('tbody tr').length === orders.length)
  return page
}

async function key(name: string, more: KeyboardEventInit = {}): Promise<void> {
  const target = document.activeElement ?? document.body
  target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }))
  await settle()
}

const focused = () => (document.activeElement?.textContent ?? '').trim()

const chosen = (page: Visit) => page.all<HTMLInputElement>('tbody input').map(({ checked }) => checked)

test('j and k move along the rows, x chooses one', async t => {
  const page = await open(t)
  await key('j')
  assert.equal(focused(), 'Details of T-1042')
  await key('j')
  await key('x')
  assert.deepEqual(chosen(page), [false, true, false])
  await key('k')
  assert.equal(focused(), 'Details of T-1042')
  await key('k')
  assert.equal(focused(), 'Details of T-1042', 'there is none above the first')
  await key('s')
  assert.ok(document.activeElement === page.field('Carrier'))
})

test('with an open panel j and k show the next and previous order, and Back still closes it', async t => {
  const page = await open(t)
  await page.press('Details of T-1042')
  const shown = () => new URLSearchParams(page.at().split('?')[1]).get('order')
  await key('j')
  await key('j')
  await page.until(() => shown() === orders[2]?._id)
  await key('k')
  await page.until(() => shown() === orders[1]?._id)
  assert.deepEqual(page.words('tr[aria-current] .order-line').join().slice(0, 6), 'T-1043')
  await key('x')
  assert.deepEqual(chosen(page), [false, true, false])
  await page.press('Next order')
  await page.until(() => shown() === orders[2]?._id)
  await key('Escape')
  await page.until(() => page.at() === '/dashboard/manageAllOrders')
})

test('/ leads to the search and Down from it to the first order', async t => {
  const page = await open(t)
  await key('/')
  assert.ok(document.activeElement === page.field('Search orders'))
  await key('ArrowDown')
  assert.equal(focused(), 'Details of T-1042')
})

/** Fails if a typed j moves the focus, or if the browser loses Ctrl+J. */
test('the keys are off while something is typed, and with Ctrl', async t => {
  const page = await open(t)
  await key('/')
  await key('j')
  await key('x')
  assert.ok(document.activeElement === page.field('Search orders'))
  page.field('Search orders').blur()
  await key('j', { ctrlKey: true })
  assert.deepEqual([document.activeElement === document.body, chosen(page).includes(true)], [true, false])
})

/** WCAG 2.1.4: who speaks to the computer may speak such letters. */
test('? lists the keys; there they are turned off for this browser', async t => {
  const page = await open(t)
  await key('?')
  await page.until(() => page.all('dialog[open] .key-list').length === 1)
  await key('j')
  assert.notEqual(focused(), 'Details of T-1042', 'the dialog has the keys')
  page.field('Use these keys in this browser').click()
  await settle()
  await page.press('Close')
  page.one<HTMLElement>('main').focus()
  await key('j')
  await key('?')
  assert.notEqual(focused(), 'Details of T-1042')
  assert.equal(page.all('.key-list').length === 1 && page.all('dialog[open]').length, 0)
  await page.go('/dashboard/manageItems')
  await page.go('/dashboard/manageAllOrders')
  await page.until(() => page.words('tbody tr').length === orders.length)
  await key('j')
  assert.notEqual(focused(), 'Details of T-1042', 'it is remembered')
})
