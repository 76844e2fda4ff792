import assert from 'node:assert/strict'
import { type TestContext, test, vi } from 'vitest'
import type { Invoice } from '#contract/invoices.ts'
import type { Order } from '#contract/orders.ts'
import { json, refusal } from '../../../../tests/helpers/web/network.ts'
import { ann, as, order } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const paid: Order = { ...order, paid: true, state: 'paid', transactionId: 'pi_9', refundedAmount: 1.5 }

const mine = `GET /api/myBooking/${ann.email}`
const list = `GET /api/booking/${paid._id}/invoices`
const pdf = `GET /api/booking/${paid._id}/invoice.pdf`

const documents: Invoice[] = [
  {
    number: 'INV-1001',
    kind: 'invoice',
    amount: 3.3,
    currency: 'USD',
    taxes: [],
    orders: ['T-1042'],
    issuedAt: '2026-11-16T10:00:00.000Z',
  },
  {
    number: 'CN-1001',
    kind: 'credit_note',
    amount: 1.5,
    currency: 'USD',
    taxes: [],
    orders: ['T-1042'],
    issuedAt: '2026-11-17T10:00:00.000Z',
  },
]

const file = (name: string) => () =>
  new Response('%PDF', { headers: { 'content-disposition': `attachment; filename="${name}"` } })

async function myOrders(t: TestContext, ...orders: Order[]): Promise<Visit> {
  const net = as(ann)
    .on(mine, () => json(orders))
    .on(`GET /api/booking/${paid._id}`, () => json(paid))
    .on(`GET /api/booking/${paid._id}/timeline`, () => json([]))
  const page = await visit(t, '/dashboard/myOrder', net)
  await page.until(() => page.words('tbody tr').length === orders.length)
  return page
}

/** Collects the names of downloaded files. */
function saved(): string[] {
  const names: string[] = []
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  return names
}

test('the invoice of a paid order is downloaded with the token, under its own name', async t => {
  const page = await myOrders(t, paid, { ...order, _id: order._id.replace(/1$/, '2') })
  page.net.on(pdf, file('INV-1001.pdf'))
  const names = saved()
  assert.equal(page.words('tbody button').filter(words => words.startsWith('Invoice')).length, 1)
  await page.press('Invoice of T-1042')
  await page.until(() => /The invoice of T-1042 was downloaded/.test(page.text))
  assert.deepEqual(names, ['INV-1001.pdf'])
  assert.match(page.net.to(pdf)[0]?.headers.get('authorization') ?? '', /^Bearer ./)
  assert.deepEqual(page.net.to(pdf)[0]?.query, {})
})

test('a failed download shows an error and offers no file', async t => {
  const page = await myOrders(t, paid)
  page.net.on(pdf, () => refusal('overloaded'))
  const names = saved()
  await page.press('Invoice of T-1042')
  await page.until(() => /Refused: overloaded/.test(page.text))
  assert.deepEqual(names, [])
})

test('the details list the invoice and its credit notes', async t => {
  const page = await myOrders(t, paid)
  page.net.on(list, () => json(documents)).on(pdf, file('CN-1001.pdf'))
  await page.press('Oak Desk Tray Details')
  await page.until(() => page.control('PDF of CN-1001'))
  const names = saved()
  assert.deepEqual(page.words('[aria-labelledby=invoices] li'), [
    'Invoice INV-1001, $3.30PDF of INV-1001',
    'Credit note CN-1001, $1.50PDF of CN-1001',
  ])
  await page.press('PDF of CN-1001')
  await page.until(() => names.length === 1)
  assert.deepEqual(page.net.to(pdf)[0]?.query, { number: 'CN-1001' })
})

/** Fails if the tax of only one rate shows, or if a document without tax says something about it. */
test('a document says how much tax it includes, per rate', async t => {
  const page = await myOrders(t, paid)
  const standard = { name: 'Standard', percent: 20, gross: 2.2, net: 1.83, tax: 0.37 }
  const reduced = { name: 'Reduced', percent: 5.5, gross: 1.1, net: 1.04, tax: 0.06 }
  const credited = { name: 'Standard', percent: 20, gross: 1.5, net: 1.25, tax: 0.25 }
  const [invoice, note] = documents
  assert.ok(invoice && note)
  page.net.on(list, () =>
    json([
      { ...invoice, taxes: [standard, reduced] },
      { ...note, taxes: [credited] },
      { ...note, number: 'CN-1002', kind: 'cancellation', taxes: [{ ...credited, tax: -0.25 }] },
    ]),
  )
  await page.press('Oak Desk Tray Details')
  await page.until(() => page.control('PDF of CN-1001'))
  assert.deepEqual(page.words('[aria-labelledby=invoices] li .text-soft'), [
    'includes $0.37 tax (Standard, 20 %)',
    'includes $0.06 tax (Reduced, 5.5 %)',
    'includes $0.25 tax (Standard, 20 %)',
    'includes $0.25 tax (Standard, 20 %)',
  ])
})

test('documents that fail to load show an error in place', async t => {
  const page = await myOrders(t, paid)
  page.net.on(
    list,
    () => refusal('not_found'),
    () => json(documents),
  )
  await page.press('Oak Desk Tray Details')
  await page.until(() => /Refused: not_found\./.test(page.text))
  await page.press('Try again')
  await page.until(() => page.control('PDF of INV-1001'))
})
