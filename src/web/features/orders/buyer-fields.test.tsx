import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import { held, json, type Network } from '../../../../tests/helpers/web/network.ts'
import { ann, as, order, tray } from '../../../../tests/helpers/web/shelf.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

async function ordering(t: TestContext, net: Network): Promise<Visit> {
  const page = await visit(t, `/items/${tray._id}`, net)
  await page.until(() => page.control('ORDER NOW'))
  return page
}

const mine = `GET /api/myBooking/${ann.email}`
const profile = `GET /api/myProfile/${ann.email}`
const blank = { name: '', email: ann.email, address: '', education: '', linkedin: '', mobileNumber: '' }

/** Fails where the profile wins over what was written last, or what was typed as the quantity is lost. */
test('one tap fills in what the shop knows: from the last order, else from the profile', async t => {
  const net = as(ann)
    .on(mine, () => json([{ ...order, address: '' }]))
    .on(profile, () => json({ ...blank, name: 'Ann of the profile', address: '2 Profile Road' }))
  const page = await ordering(t, net)
  await page.fill({ Quantity: '4' })
  await page.press('Use my details')
  const values = ['Full name', 'Mobile number', 'Address', 'Quantity'].map(name => page.field(name).value)
  assert.deepEqual(values, ['Ann Example', '555 0100', '2 Profile Road', '4'])
})

test('a shop that knows nothing yet says so, and leaves what was typed', async t => {
  const net = as(ann)
    .on(mine, () => json([]))
    .on(profile, () => json(blank))
  const page = await ordering(t, net)
  await page.fill({ 'Full name': 'Ann' })
  await page.press('Use my details')
  assert.match(page.text, /The shop knows nothing of you yet/)
  assert.equal(page.field('Full name').value, 'Ann')
})

/** Fails where what the shop does not know empties a field, or an old complaint stays at a field that is filled. */
test('what the shop does not know stays as it was typed', async t => {
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

/** Fails where a slow answer overwrites what somebody has typed in the meantime. */
test('what is typed while the shop is asked stays', async t => {
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
