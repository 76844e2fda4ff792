import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { Notices } from '#contract/notices.ts'
import { json, lost, type Network, type RecordedCall } from '../../../../tests/helpers/web/network.ts'
import { ada, as } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const read = 'GET /api/myNotices'
const choose = 'PUT /api/myNotices'
const off: Notices = { orders: 'off', lowStock: false, lowStockAt: 5, hasMail: true }

const shop = (notices: Notices = off): Network =>
  as(ada)
    .on('GET /api/booking', () => json([]))
    .on(read, () => json(notices))
    .on(choose, ({ body }: RecordedCall) => json({ ...notices, ...(body as object) }))

async function choosing(t: TestContext, net: Network): Promise<Visit> {
  const page = await visit(t, '/dashboard/manageAllOrders?notices=own', net)
  await page.until(() => page.control('Save'))
  return page
}

const ticked = (page: Visit): string[] =>
  page.all<HTMLInputElement>('input:checked').map(({ value }) => value)

test('the panel keeps the search in its address, and closing it leads back', async t => {
  const page = await visit(t, '/dashboard/manageAllOrders?state=paid', shop())
  await page.until(() => page.control('Email notifications'))
  await page.press('Email notifications')
  await page.until(() => page.control('Save'))
  assert.equal(page.at(), '/dashboard/manageAllOrders?state=paid&notices=own')
  assert.deepEqual(ticked(page), ['off'])
  await page.press('Close')
  await page.until(() => page.at() === '/dashboard/manageAllOrders?state=paid')
  await page.until(() => page.control('Save') === undefined)
})

test('the selection is saved and stays', async t => {
  const page = await choosing(t, shop({ ...off, orders: 'each', lowStock: true }))
  assert.deepEqual(ticked(page), ['each', 'on'])
  page.field('One email an hour, if there are any').click()
  page.field('An email when an order leaves fewer than 5 of an item').click()
  await page.press('Save')
  assert.deepEqual(page.net.to(choose)[0]?.body, { orders: 'hourly', lowStock: false })
  assert.match(page.text, /Your notifications are saved/)
  await page.press('Close')
  await page.press('Email notifications')
  await page.until(() => page.control('Save'))
  assert.deepEqual(ticked(page), ['hourly'])
})

test('a shop without email says that it sends none', async t => {
  const page = await choosing(t, shop({ ...off, hasMail: false }))
  assert.match(page.text, /Email is not set up/)
})

test('an error is shown, and can be retried', async t => {
  let tries = 0
  const net = shop().on(choose, ({ body }: RecordedCall) =>
    tries++ === 0 ? lost() : json({ ...off, ...(body as object) }),
  )
  const page = await choosing(t, net)
  await page.press('Save')
  assert.match(page.text, /could not reach the shop/)
  await page.press('Save')
  assert.match(page.text, /Your notifications are saved/)
})

/** Fails if the panel renders toasts that its dialog already renders: each would be read aloud twice. */
test('toasts appear once in the dialog', async t => {
  const page = await choosing(t, shop())
  assert.equal(page.all('dialog[open] .toasts').length, 1)
})
