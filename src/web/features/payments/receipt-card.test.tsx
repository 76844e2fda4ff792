import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import { Provider } from '../../../../tests/helpers/web/card-provider.ts'
import { json } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { shopWithCards } from '../../../../tests/helpers/web/shop-with-cards.ts'
import { order } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

async function paid(t: TestContext, emails: boolean): Promise<Visit> {
  const cards = { publishableKey: 'pk_test_1', scriptUrl: '/cards.js' }
  const net = shopWithCards().on('GET /api/payment-options', () => json({ cards, emails }))
  const provider = new Provider()
  const page = await visit(t, `/dashboard/payment/${order._id}`, net)
  await page.until(() => page.control('Pay $3.30'))
  await settle()
  provider.show()
  await settle()
  await page.press('Pay $3.30')
  await page.until(() => /Congrats Your payment is completed/.test(page.text))
  return page
}

test('after paying, the page says where the receipt went', async t => {
  assert.match((await paid(t, true)).text, new RegExp(`Receipt sent to ${order.email}`))
})

/** Fails if a shop without email promises a receipt. */
test('a shop that sends no email says nothing of a receipt', async t => {
  assert.doesNotMatch((await paid(t, false)).text, /Receipt sent/)
})
