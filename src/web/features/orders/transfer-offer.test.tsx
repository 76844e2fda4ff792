import assert from 'node:assert/strict'
import { test } from 'vitest'
import { emptyContent, type ShopContent } from '#contract/shop-content.ts'
import { charging } from '../../../../tests/helpers/web/charging.ts'
import { json, type Network, refusal } from '../../../../tests/helpers/web/network.ts'
import { shopWithCards } from '../../../../tests/helpers/web/shop-with-cards.ts'
import { order } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const transfer = { text: 'Tuckshop\nIBAN XX00 1234', days: 7 }
const announcing = `POST /api/booking/${order._id}/transfer`
const until = '2030-11-09T12:00:00.000Z'
const waiting = { ...order, heldUntil: until, transferUntil: until }
const button = 'I will pay by transfer'

const withoutCards = (net: Network, offered: typeof transfer | null): Network =>
  net.on('GET /api/payment-options', () => json({ cards: null, transfer: offered, emails: false }))

test('the page shows where to, how much and what to write; the button keeps the stock', async t => {
  let now = order
  const net = withoutCards(shopWithCards(), transfer)
    .on(`GET /api/booking/${order._id}`, () => json(now))
    .on(announcing, () => {
      now = waiting
      return json([now])
    })
  const page = await visit(t, `/dashboard/payment/${order._id}`, net)
  await page.until(() => page.control(button))
  assert.match(page.text, /Tuckshop\s*IBAN XX00 1234/)
  assert.match(page.text, /Amount\$3\.30WriteT-1042/)
  assert.match(page.text, /We keep what you have ordered for 7 days/)
  assert.doesNotMatch(page.text, /switched off|card/i)
  await page.press(button)
  await page.until(() => /Waiting for your transfer until 9 November/.test(page.text))
  assert.deepEqual(net.to(announcing)[0]?.body, {})
  assert.equal(page.control(button), undefined)
})

test('the amount to transfer contains delivery', async t => {
  const shop = charging({ price: 4.9, freeFrom: null })
  const page = await visit(
    t,
    `/dashboard/payment/${order._id}`,
    withoutCards(shopWithCards(), transfer),
    shop,
  )
  await page.until(() => page.control(button))
  assert.match(page.text, /Amount\$8\.20WriteT-1042/)
})

/** Fails if the amount follows the price of delivery after the customer was told another one. */
test('a waiting order keeps the amount that the customer was told', async t => {
  const shop = charging({ price: 9, freeFrom: null })
  const net = withoutCards(shopWithCards(), transfer).on(`GET /api/booking/${order._id}`, () =>
    json({ ...waiting, transferDelivery: 4.9 }),
  )
  const page = await visit(t, `/dashboard/payment/${order._id}`, net, shop)
  await page.until(() => /Waiting for your transfer/.test(page.text))
  assert.match(page.text, /Amount\$8\.20WriteT-1042/)
  assert.match(page.text, /Delivery\$4\.90Total\$8\.20/)
})

test('a refusal shows below the button, and the customer can try again', async t => {
  const net = withoutCards(shopWithCards(), transfer).on(announcing, () =>
    refusal('share_exceeded', { detail: 'You can have at most 3 of this item unpaid at a time.' }),
  )
  const page = await visit(t, `/dashboard/payment/${order._id}`, net)
  await page.until(() => page.control(button))
  await page.press(button)
  assert.match(page.text, /You can have at most 3 of this item unpaid at a time\./)
  assert.ok(page.control(button))
})

const noCards = async (
  visitPage: (shop: { takesCards: boolean; content: ShopContent }) => Promise<Visit>,
  content: Partial<ShopContent>,
): Promise<string> => {
  const page = await visitPage({ takesCards: false, content: { ...emptyContent('Atelier'), ...content } })
  await page.until(() => page.control('My Orders'))
  return page.text
}

test('a shop without cards and transfers says how to pay instead of a dead form', async t => {
  const open = (shop: { takesCards: boolean; content: ShopContent }) =>
    visit(t, `/dashboard/payment/${order._id}`, withoutCards(shopWithCards(), null), shop)
  assert.match(
    await noCards(open, {}),
    /This shop takes no payments online\. The shop tells you how to pay\./,
  )
  assert.match(await noCards(open, { contact: 'Call 555 0100.' }), /no payments online\. Call 555 0100\./)
})

test('My Orders says until when an order waits, and how one was paid', async t => {
  const paidOrder = {
    ...order,
    _id: order._id.replace(/1$/, '2'),
    state: 'paid' as const,
    paid: true,
    paidAmount: 3.3,
    transactionId: 'noted_1',
    paidBy: { method: 'transfer' as const, on: '2026-11-03' },
  }
  const net = shopWithCards()
    .on(`GET /api/myBooking/${order.email}`, () => json([waiting, paidOrder]))
    .on('GET /api/myBag', () => json([waiting]))
  const page = await visit(t, '/dashboard/myOrder', net)
  await page.until(() => /Waiting for your transfer until 9 November/.test(page.text))
  assert.match(page.text, /Paid by transfer on 3 November 2026/)
  assert.doesNotMatch(page.text, /noted_1|Held for you/)
  // A browser's timer overflows after 25 days, and would ask again and again.
  assert.ok(net.to('GET /api/myBag').length <= 2)
})
