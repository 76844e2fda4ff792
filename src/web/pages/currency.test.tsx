import assert from 'node:assert/strict'
import { type TestContext, test, vi } from 'vitest'
import { emptyContent, type SavedVersion, type ShopContent } from '#contract/shop-content.ts'
import { json, type Network } from '../../../tests/helpers/web/network.ts'
import { holdClock, pass } from '../../../tests/helpers/web/screen.ts'
import { ada, ann, as, order, tray } from '../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../tests/helpers/web/visit.tsx'

const visitIn = (t: TestContext, currency: string, path: string, net: Network): Promise<Visit> =>
  visit(t, path, net, { takesCards: true, content: { ...emptyContent('Atelier'), currency } })

const inputOf = (page: Visit, label: string) => {
  const { step, inputMode } = page.field(label) as HTMLInputElement
  return [step, inputMode]
}

/** Fails if a page computes in dollars although the shop does not sell in them. */
test('a form asks for a price in the steps of the shop’s currency', async t => {
  const adding = async (currency: string) => {
    const page = await visitIn(t, currency, '/dashboard/addItem', as(ada))
    await page.until(() => page.control('ADD ITEM'))
    return page
  }
  const yen = await adding('JPY')
  assert.deepEqual(inputOf(yen, 'Price (¥)'), ['1', 'numeric'])
  await yen.type('Price (¥)', '4.9')
  await yen.press('ADD ITEM')
  assert.equal(yen.complaint('Price (¥)'), 'Enter an amount without decimals.')
})

test('a form for a price in dinars takes steps of ten fils', async t => {
  const page = await visitIn(t, 'KWD', '/dashboard/addItem', as(ada))
  await page.until(() => page.control('ADD ITEM'))
  assert.deepEqual(inputOf(page, 'Price (KWD)'), ['0.01', 'decimal'])
  await page.type('Price (KWD)', '4.905')
  await page.press('ADD ITEM')
  assert.equal(page.complaint('Price (KWD)'), 'Enter an amount with at most two decimals.')
})

test('a visitor reads prices and types bounds with the symbol of the shop’s currency', async t => {
  const list = 'GET /api/items'
  const net = as(ann).on(list, () => json([{ ...tray, price: 4.9, currency: 'EUR' }]))
  const page = await visitIn(t, 'EUR', '/items', net)
  await page.until(() => page.words('.item-card').length > 0)
  assert.match(page.text, /€4\.90/)
  assert.doesNotMatch(page.text, /\$/)
  holdClock(t)
  await page.type('Price from', '€7,50')
  await pass(300)
  await page.type('Price to', '20 €')
  await pass(300)
  assert.equal(page.at(), '/items?minPrice=7.50&maxPrice=20')
})

test('an order names the currency that its page showed', async t => {
  const place = 'POST /api/booking'
  const net = as(ann).on(place, () => json(order, 201))
  const page = await visitIn(t, 'EUR', `/items/${tray._id}`, net)
  await page.until(() => page.control('ORDER NOW'))
  await page.fill({ 'Full name': 'Ann', 'Mobile number': '555', Address: '1 Street', Quantity: '3' })
  await page.press('ORDER NOW')
  const { currency } = (net.to(place)[0]?.body ?? {}) as { currency?: string }
  assert.equal(currency, 'EUR')
})

/** Fails if the page goes on in the old currency: its prices would have the wrong sign. */
test('a page is loaded again once another currency is saved, and only then', async t => {
  const saved = (version: number, content: ShopContent): SavedVersion => ({
    version,
    content,
    savedAt: '2026-11-01T10:00:00.000Z',
    savedBy: ada.email,
    canUndo: version > 1,
  })
  type Sent = { version: number; content: ShopContent }
  const net = as(ada)
    .on('GET /api/newsletter', () => json({ count: 0, canSubscribe: true }))
    .on('GET /api/shopContent', () => json(saved(1, emptyContent('Atelier'))))
    .on('PUT /api/shopContent', ({ body }) => {
      const { version, content } = body as Sent
      return json(saved(version + 1, content))
    })
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  const page = await visitIn(t, 'USD', '/dashboard/manageItems?panel=shop', net)
  await page.until(() => page.all('.shop-form').length > 0 && page.field('Shop name'))
  await page.type('Slogan', 'Light')
  await page.press('Save')
  await page.until(() => /Saved\./.test(page.text))
  assert.equal(reload.mock.calls.length, 0)
  await page.press('Selling')
  await page.type('Currency', 'EUR')
  await page.press('Save')
  await page.until(() => net.to('PUT /api/shopContent').length === 2)
  await page.until(() => reload.mock.calls.length === 1)
})
