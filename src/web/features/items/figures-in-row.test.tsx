import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { ManagedItem } from '#contract/managed-items.ts'
import { managed, withTray } from '../../../../tests/helpers/web/managed-item.ts'
import { held, json, type Network, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { listed, managedTray, tray } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const address = '/dashboard/manageItems'
const list = 'GET /api/item'

async function managing(t: TestContext, net: Network = withTray()): Promise<Visit> {
  const page = await visit(t, address, net)
  await page.until(() => page.words('tbody tr').length > 0)
  return page
}

const bodies = (page: Visit, call: string) => page.net.to(call).map(({ body }) => body)

/** Sends the form of a field, as Enter does. */
async function enter(page: Visit, label: string, value: string): Promise<void> {
  await page.type(label, value)
  page.field(label).form?.requestSubmit()
  await settle()
}

const changed: ManagedItem = { ...managedTray, price: 2.5, version: 2 }

/** Fails if the list keeps the old version: the second change of a price would be refused. */
test('a price is changed in its row, twice in a row', async t => {
  const page = await managing(t)
  page.net.on(list, () => json([changed]))
  assert.equal(page.field('Price in $').value, '1.1')
  await enter(page, 'Price in $', '2.50')
  assert.deepEqual(bodies(page, managed.change), [{ price: 2.5, version: 1 }])
  assert.match(page.text, /Oak Desk Tray costs \$2\.50 now/)
  assert.equal(page.field('Price in $').value, '2.5')
  await enter(page, 'Price in $', '3')
  assert.deepEqual(bodies(page, managed.change)[1], { price: 3, version: 2 })
})

/** Fails if the row waits for the list: for a moment it would show the old price again. */
test('a saved price is in its row before the list is fetched again', async t => {
  const page = await managing(t)
  const later = held(() => json([changed]))
  page.net.on(list, later.answer)
  await enter(page, 'Price in $', '2.50')
  assert.equal(page.field('Price in $').value, '2.5')
  later.release()
})

test('a price that is not one, or the same, is not sent', async t => {
  const page = await managing(t)
  await enter(page, 'Price in $', '')
  assert.equal(page.complaint('Price in $'), 'Price is required')
  await enter(page, 'Price in $', '1.10')
  assert.deepEqual(bodies(page, managed.change), [])
})

test('Escape restores what the row showed', async t => {
  const page = await managing(t)
  await page.type('Stock', '99')
  page.field('Stock').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await settle()
  assert.equal(page.field('Stock').value, String(tray.availableQuantity))
})

/** Fails if a refetched row counts as seen: the other admin's price would be overwritten unread. */
test('a price that somebody else has changed meanwhile is shown first', async t => {
  const theirs: ManagedItem = { ...managedTray, version: 5, price: 9.9, materials: 'Oak' }
  const net = withTray().on(
    managed.change,
    () => refusal('changed_meanwhile', { item: theirs }),
    () => json({ ...theirs, price: 3, version: 6 }),
  )
  const page = await managing(t, net)
  net.on(list, () => json([theirs]))
  await enter(page, 'Price in $', '3')
  assert.match(page.text, /Someone else changed this item in the meantime:Price\$9\.90/)
  assert.equal(page.field('Price in $').value, '3')
  await enter(page, 'Price in $', '3')
  assert.deepEqual(bodies(page, managed.change), [
    { price: 3, version: 1 },
    { price: 3, version: 5 },
  ])
  assert.doesNotMatch(page.text, /Someone else/)
})

test('their price can be taken over in the row', async t => {
  const theirs: ManagedItem = { ...managedTray, version: 5, price: 9.9 }
  const net = withTray().on(managed.change, () => refusal('changed_meanwhile', { item: theirs }))
  const page = await managing(t, net)
  net.on(list, () => json([theirs]))
  await enter(page, 'Price in $', '3')
  await page.press('Use their version')
  assert.equal(page.field('Price in $').value, '9.9')
  assert.equal(page.control('Use their version'), undefined)
})

/** Fails if the typed number is sent as counted: units sold since the page was loaded would come back. */
test('the stock is changed by the difference to what was seen', async t => {
  const net = withTray().on(managed.changeStock, () => json({ ...managedTray, availableQuantity: 1002 }))
  const page = await managing(t, net)
  net.on(list, () => json([{ ...listed(tray), availableQuantity: 1002 }]))
  const { availableQuantity } = tray
  await enter(page, 'Stock', String(availableQuantity + 3))
  assert.deepEqual(bodies(page, managed.changeStock), [{ change: 3, reason: 'Changed in the list' }])
  assert.match(page.text, /Oak Desk Tray: 1,002 left to sell/)
  assert.equal(page.field('Stock').value, '1002')
})

test('a refused change of the stock is explained in its row', async t => {
  const detail = 'An item can have at most 1,000,000 available.'
  const net = withTray().on(managed.changeStock, () =>
    refusal('bad_input', { detail, fields: { change: detail } }),
  )
  const page = await managing(t, net)
  await enter(page, 'Stock', '1000000')
  assert.equal(page.complaint('Stock'), detail)
})

test('the list is searched through the address, and says when nothing is found', async t => {
  const net = withTray().on(list, ({ query }) => json(query.search ? [] : [listed(tray)]))
  const page = await visit(t, `${address}?search=walnut`, net)
  await page.until(() => /No item’s name contains “walnut”/.test(page.text))
  assert.equal(page.net.to(list)[0]?.query.search, 'walnut')
  await page.press('Show all items')
  await page.until(() => page.words('tbody tr').length === 1)
  assert.equal(page.at(), address)
})
