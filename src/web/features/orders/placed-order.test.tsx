import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import { json } from '../../../../tests/helpers/web/network.ts'
import { ann, as, order, tray } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'
import { momentOf, timeOf } from '../../ui/moment.ts'

/** The page after an order that is held for so long. */
async function placedFor(t: TestContext, milliseconds: number): Promise<{ page: Visit; end: Date }> {
  const end = new Date(Date.parse(order.createdAt) + milliseconds)
  const net = as(ann).on('POST /api/booking', () => json({ ...order, heldUntil: end.toISOString() }, 201))
  const page = await visit(t, `/items/${tray._id}`, net)
  await page.until(() => page.control('ORDER NOW'))
  await page.fill({ 'Full name': 'Ann', 'Mobile number': '555', Address: '1 Test Street', Quantity: '3' })
  await page.press('ORDER NOW')
  return { page, end }
}

/** Screen reads every space as a plain one. */
const plain = (text: string) => text.replace('\u00a0', ' ')

test('an order that is held for minutes says until what time', async t => {
  const { page, end } = await placedFor(t, 1_800_000)
  assert.ok(page.text.includes(`Held for you for 30 minutes (until ${plain(timeOf(end))}).`), page.text)
})

/** Fails if the time stands alone: two days later it is the same. */
test('an order that is held for days says until which day', async t => {
  const { page, end } = await placedFor(t, 172_800_000)
  assert.ok(page.text.includes(`(until ${plain(momentOf(end))}).`), page.text)
})
