import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import { emptyContent } from '#contract/shop-content.ts'
import { json } from '../../../../tests/helpers/web/network.ts'
import { ann, as, order, tray } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const second = { ...order, _id: order._id.replace(/1$/, '2'), number: 'T-1043' }

const open = (t: TestContext, path: string, takesCards: boolean): Promise<Visit> =>
  visit(
    t,
    path,
    as(ann)
      .on('POST /api/booking', () => json(order, 201))
      .on('GET /api/myBag', () => json([order, second]))
      .on(`GET /api/myBooking/${ann.email}`, () => json([order, second]))
      .on(`GET /api/booking/${order._id}`, () => json(order))
      .on(`GET /api/booking/${order._id}/timeline`, () => json([])),
    { takesCards, content: { ...emptyContent('Atelier'), transfer: { text: 'IBAN XX00', days: 7 } } },
  )

/** The texts of all links to the payment page. */
const linksIn = (page: Visit): string[] =>
  page.all<HTMLAnchorElement>('a[href*="/dashboard/payment/"]').map(link => link.textContent ?? '')

async function placed(t: TestContext, takesCards: boolean): Promise<Visit> {
  const page = await open(t, `/items/${tray._id}`, takesCards)
  await page.until(() => page.control('ORDER NOW'))
  await page.fill({ 'Full name': 'Ann', 'Mobile number': '555', Address: '1 Test Street', Quantity: '3' })
  await page.press('ORDER NOW')
  await page.until(() => linksIn(page).length === 2)
  return page
}

const places: Record<string, (t: TestContext, takesCards: boolean) => Promise<Visit>> = {
  'the confirmation': placed,
  'the bag': (t, takesCards) => open(t, '/team?sheet=bag', takesCards),
  'My Orders': (t, takesCards) => open(t, `/dashboard/myOrder?order=${order._id}`, takesCards),
}

const payLinks: Record<string, readonly [readonly string[], readonly string[]]> = {
  'the confirmation': [
    ['Pay now', 'Pay all 2 in your bag together'],
    ['How to pay', 'How to pay for all 2 in your bag together'],
  ],
  'the bag': [['Pay all · $6.60'], ['How to pay for all · $6.60']],
  'My Orders': [
    ['Pay 2 together', 'Payment', 'Payment', 'Pay now'],
    ['How to pay for 2 together', 'Payment', 'Payment', 'How to pay'],
  ],
}

/** Fails if a link promises a card form that is not there. */
for (const [name, visitPlace] of Object.entries(places))
  test(`without cards ${name} tells how to pay and offers no payment now`, async t => {
    for (const [index, words] of (payLinks[name] ?? []).entries()) {
      const page = await visitPlace(t, index === 0)
      await page.until(() => linksIn(page).length === words.length)
      assert.deepEqual(linksIn(page), words)
    }
  })

test('the confirmation says how to pay, unless cards can be used', async t => {
  assert.match((await placed(t, false)).text, /You pay by bank transfer\./)
  assert.doesNotMatch((await placed(t, true)).text, /bank transfer/)
})
