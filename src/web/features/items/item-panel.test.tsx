import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { ManagedItem } from '#contract/managed-items.ts'
import { managed, panelAddress, withTray } from '../../../../tests/helpers/web/managed-item.ts'
import { json, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { listed, managedTray, tray } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const { one, change, changeStock: stock, bringBack: back } = managed

async function editing(t: TestContext, net = withTray()): Promise<Visit> {
  const page = await visit(t, panelAddress, net)
  await page.until(() => page.control('Save'))
  return page
}

const bodies = (page: Visit, call: string) => page.net.to(call).map(({ body }) => body)

test('Edit opens a panel with its own address, and closing it leads back to the list', async t => {
  const page = await visit(t, '/dashboard/manageItems', withTray())
  await page.until(() => page.control('Edit'))
  assert.equal(page.one<HTMLDialogElement>('dialog[data-side=true]').open, false)
  await page.press('Edit')
  await page.until(() => page.control('Save'))
  assert.equal(page.at(), panelAddress)
  await page.until(() => page.one<HTMLDialogElement>('dialog[data-side=true]').open)
  assert.deepEqual(
    ['Name', 'Description', 'Must quantity', 'Price ($)'].map(label => page.field(label).value),
    ['Oak Desk Tray', 'One piece of oak.', '2', '1.1'],
  )
  await page.press('Close')
  await page.until(() => page.at() === '/dashboard/manageItems')
  await page.until(() => page.control('Save') === undefined)
})

/** Fails if closing adds a history entry, or if a second press on Close goes back one too many. */
test('after closing a panel, Back leads to the page before the list', async t => {
  const page = await visit(t, '/team', withTray())
  await page.go('/dashboard/manageItems')
  await page.until(() => page.control('Edit'))
  await page.press('Edit')
  await page.until(() => page.control('Save'))
  const close = page.button('Close')
  close.click()
  close.click()
  await settle()
  assert.equal(page.at(), '/dashboard/manageItems')
  window.history.back()
  await page.until(() => page.at() === '/team')
})

/** Fails if the form is filled with the values from the last time. */
test('a panel that is opened again shows the current item', async t => {
  const page = await visit(t, '/dashboard/manageItems', withTray())
  for (const name of [tray.name, 'Oak Tray']) {
    page.net.on(one, () => json({ ...managedTray, name }))
    await page.until(() => page.control('Edit'))
    await page.press('Edit')
    await page.until(() => page.control('Save'))
    assert.equal(page.field('Name').value, name)
    await page.press('Close')
  }
})

test('only the changed fields are sent, with the version that was seen', async t => {
  const page = await editing(t)
  await page.type('Price ($)', '2.50')
  await page.press('Save')
  assert.deepEqual(bodies(page, change), [{ price: 2.5, version: 1 }])
  assert.match(page.text, /Oak Desk Tray was saved/)
  await page.type('Name', 'Oak Tray')
  await page.press('Save')
  assert.deepEqual(bodies(page, change)[1], { name: 'Oak Tray', version: 2 })
  await page.press('Save')
  assert.equal(bodies(page, change).length, 2)
  assert.match(page.text, /no changes to save/)
})

test('the contract’s rules are checked before anything is sent', async t => {
  const page = await editing(t)
  await page.fill({ Name: '', Description: ' ', 'Must quantity': '0', 'Price ($)': '' })
  await page.press('Save')
  assert.deepEqual(
    ['Name', 'Description', 'Must quantity', 'Price ($)'].map(label => page.complaint(label)),
    ['Name is required', 'Description is required', 'Enter at least 1.', 'Price is required'],
  )
  assert.deepEqual(bodies(page, change), [])
})

const theirs: ManagedItem = { ...managedTray, version: 5, price: 9.9, description: 'Two pieces of oak.' }

/** Fails if the whole form is sent: it would undo the other admin's changes. */
test('changes by somebody else are shown, and stay unless the admin changed the same field', async t => {
  const net = withTray().on(
    change,
    () => refusal('changed_meanwhile', { item: theirs }),
    () => json({ ...theirs, name: 'Oak Tray', version: 6 }),
  )
  const page = await editing(t, net)
  await page.type('Name', 'Oak Tray')
  await page.press('Save')
  assert.match(
    page.text,
    /Someone else changed this item in the meantime:DescriptionTwo pieces of oak\.Price\$9\.90/,
  )
  assert.equal(page.field('Name').value, 'Oak Tray', 'nothing that was typed is lost')
  await page.press('Save')
  assert.deepEqual(bodies(page, change), [
    { name: 'Oak Tray', version: 1 },
    { name: 'Oak Tray', version: 5 },
  ])
  assert.deepEqual([page.field('Price ($)').value, page.field('Name').value], ['9.9', 'Oak Tray'])
  assert.doesNotMatch(page.text, /Someone else/)
})

test('the other admin’s changes can be taken over as the new starting point', async t => {
  const net = withTray().on(
    change,
    () => refusal('changed_meanwhile', { item: theirs }),
    () => json({ ...theirs, version: 6 }),
  )
  const page = await editing(t, net)
  await page.type('Price ($)', '3')
  await page.press('Save')
  await page.press('Use their version')
  assert.deepEqual([page.field('Price ($)').value, page.control('Use their version')], ['9.9', undefined])
  await page.type('Price ($)', '4')
  await page.press('Save')
  assert.deepEqual(bodies(page, change)[1], { price: 4, version: 5 })
})

/** Fails if the version comes from the last response: the admin never saw a background refetch. */
test('a background refetch while typing does not count as seen', async t => {
  const page = await editing(t)
  page.net.on(one, () => json(theirs)).on(stock, () => json(theirs))
  await page.fill({ Quantity: '1', Reason: 'Delivery' })
  await page.press('Change the stock')
  await page.until(() => page.net.to(one).length === 2)
  await page.type('Name', 'Oak Tray')
  await page.press('Save')
  assert.deepEqual(bodies(page, change), [{ name: 'Oak Tray', version: 1 }])
})

test('an item is hidden and shown again, and typed text stays', async t => {
  const page = await editing(t)
  await page.type('Name', 'Oak Tray')
  await page.press('Hide')
  assert.match(page.text, /Oak Desk Tray is hidden/)
  assert.equal(page.field('Name').value, 'Oak Tray')
  await page.press('Show again')
  await page.press('Save')
  assert.deepEqual(bodies(page, change), [
    { hidden: true, version: 1 },
    { hidden: false, version: 2 },
    { name: 'Oak Tray', version: 3 },
  ])
})

test('a new picture is uploaded first; without one the current picture stays', async t => {
  const url = '/images/0123456789abcdef0123456789abcdef-960.webp'
  const net = withTray().on('POST /api/images', () => json({ data: { display_url: url } }, 201))
  const page = await editing(t, net)
  assert.equal(page.one<HTMLImageElement>('.picture-preview').getAttribute('src'), tray.photoUrl)
  const input = page.field('Image')
  const file = new File(['x'], 'x.png', { type: 'image/png' })
  Object.defineProperty(input, 'files', { configurable: true, value: [file] })
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await settle()
  await page.press('Save')
  await page.until(() => bodies(page, change).length === 1)
  assert.deepEqual(bodies(page, change), [{ photoUrl: url, version: 1 }])
})

test('removed items have their own list, from which they can be restored', async t => {
  const removed = { ...managedTray, removed: true }
  const net = withTray(removed)
    .on('GET /api/item', ({ query }) =>
      json(query.removed === 'true' ? [{ ...listed(tray), removed: true }] : []),
    )
    .on(back, () => json(managedTray))
  const page = await visit(t, '/dashboard/manageItems', net)
  await page.until(() => /nothing on sale/.test(page.text))
  await page.press('Removed items')
  await page.until(() => page.words('tbody tr').length === 1)
  assert.deepEqual(page.words('tbody tr'), ['1Oak Desk TrayEditRemoved'])
  await page.press('Edit')
  await page.until(() => page.control('Restore'))
  assert.equal(page.at(), `/dashboard/manageItems?show=removed&item=${tray._id}`)
  page.net.on(one, () => json({ ...managedTray, version: 3 }))
  await page.press('Restore')
  assert.deepEqual(bodies(page, back), [{ removed: false }])
  await page.until(() => page.control('Restore') === undefined)
  await page.type('Name', 'Oak Tray')
  await page.press('Save')
  assert.deepEqual(bodies(page, change), [{ name: 'Oak Tray', version: 3 }], 'it has changed by coming back')
  await page.press('Close')
  await page.until(() => page.at() === '/dashboard/manageItems?show=removed')
})

test('a hidden item is marked in the list, and does not link to its missing page', async t => {
  const net = withTray().on('GET /api/item', () => json([{ ...listed(tray), hidden: true }]))
  const page = await visit(t, '/dashboard/manageItems', net)
  await page.until(() => page.words('tbody tr').length === 1)
  assert.deepEqual(page.words('tbody tr'), ['1Oak Desk TrayEditHiddenPrice in $StockRemove'])
  assert.equal(page.control('Oak Desk Tray'), undefined)
})

test('a missing item says so in its panel', async t => {
  const net = withTray().on(one, () => refusal('not_found', { detail: 'There is no such item.' }))
  const page = await visit(t, panelAddress, net)
  await page.until(() => /There is no such item\./.test(page.text))
  assert.ok(page.control('Close'))
})
