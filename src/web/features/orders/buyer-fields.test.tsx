import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import { held, json, type Network } from '../../../../tests/helpers/web/network.ts'
import { ann, as, order, tray } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

async function ordering(t: TestContext, net: Network): Promise<Visit> {
  const page = await visit(t, `/items/${tray._id}`, net)
  await page.until(() => page.control('ORDER NOW'))
  return page
}

const mine = `GET /api/myBooking/${ann.email}`
const profile = `GET /api/myProfile/${ann.email}`
const blank = { name: '', email: ann.email, address: '', education: '', linkedin: '', mobileNumber: '' }

/** Fails if the profile overrides the last order, or if the typed quantity is lost. */
test('one tap fills in the details of the last order, or else of the profile', async t => {
  const net = as(ann)
    .on(mine, () => json([{ ...order, address: '' }]))
    .on(profile, () => json({ ...blank, name: 'Ann of the profile', address: '2 Profile Road' }))
  const page = await ordering(t, net)
  await page.fill({ Quantity: '4' })
  await page.press('Use my details')
  const values = ['Full name', 'Mobile number', 'Address', 'Quantity'].map(name => page.field(name).value)
  assert.deepEqual(values, ['Ann Example', '555 0100', '2 Profile Road', '4'])
  assert.ok(page.words('form [role=status]').includes('Filled in from your last order or profile.'))
  assert.deepEqual(page.words('.toast-card'), [], 'no message hides the form')
})

/** Fails if the buyer has to find and press the one field that is left. */
test('after the tap the focus is on what is still empty', async t => {
  const net = as(ann)
    .on(mine, () => json([order]))
    .on(profile, () => json(blank))
  const page = await ordering(t, net)
  await page.press('Use my details')
  assert.equal(document.activeElement, page.field('Quantity'))
  assert.equal(page.field('Full name').value, 'Ann Example')
})

test('after the tap the first empty field has the focus, if more than the quantity is missing', async t => {
  const net = as(ann)
    .on(mine, () => json([]))
    .on(profile, () => json({ ...blank, name: 'Ann of the profile' }))
  const page = await ordering(t, net)
  await page.press('Use my details')
  assert.equal(document.activeElement, page.field('Mobile number'))
})

test('a shop that knows no details says so, and leaves the fields alone', async t => {
  const net = as(ann)
    .on(mine, () => json([]))
    .on(profile, () => json(blank))
  const page = await ordering(t, net)
  await page.fill({ 'Full name': 'Ann' })
  await page.press('Use my details')
  assert.match(page.text, /We don’t have your details yet/)
  assert.equal(page.field('Full name').value, 'Ann')
})

/** Fails if an unknown detail clears a field, or if an old error stays under a field that is now filled. */
test('unknown details leave the typed text alone', async t => {
  const net = as(ann)
    .on(mine, () => json([]))
    .on(profile, () => json({ ...blank, name: 'Ann of the profile' }))
  const page = await ordering(t, net)
  await page.press('ORDER NOW')
  await page.fill({ Address: '3 Typed Lane' })
  await page.press('Use my details')
  assert.deepEqual(
    [page.field('Full name').value, page.complaint('Full name'), page.field('Address').value],
    ['Ann of the profile', '', '3 Typed Lane'],
  )
})

/** Fails if a slow response overwrites text typed in the meantime. */
test('text typed while the details load stays', async t => {
  const answer = held(() => json([order]))
  const net = as(ann)
    .on(mine, answer.answer)
    .on(profile, () => json(blank))
  const page = await ordering(t, net)
  await page.press('Use my details')
  await page.fill({ Address: '4 Another Lane' })
  answer.release()
  await page.until(() => page.field('Full name').value === 'Ann Example')
  assert.equal(page.field('Address').value, '4 Another Lane')
})

/** Fails if Enter sends a form that is half empty: every field below would turn red. */
test('Enter goes on to the next empty field, and orders from the last one', async t => {
  const net = as(ann).on('POST /api/booking', () => json(order, 201))
  const page = await ordering(t, net)
  const enter = async (label: string): Promise<boolean> => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    page.field(label).dispatchEvent(event)
    return event.defaultPrevented
  }
  await page.fill({ 'Full name': 'Ann', Address: '1 Test Street' })
  assert.equal(await enter('Full name'), true)
  assert.equal(document.activeElement, page.field('Mobile number'))
  await page.fill({ 'Mobile number': '555' })
  assert.equal(await enter('Mobile number'), true)
  assert.equal(document.activeElement, page.field('Quantity'))
  await page.fill({ Quantity: '2' })
  assert.equal(await enter('Mobile number'), false, 'the browser sends the form')
})
