import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import { json, lost, refusal } from '../../../../tests/helpers/web/network.ts'
import { opened, start } from '../../../../tests/helpers/web/shop-with-cards.ts'
import { order } from '../../../../tests/helpers/web/test-data.ts'
import {
  address,
  cover,
  lamp,
  paying,
  refused,
  sentence,
  shop,
  slipOf,
  use,
} from '../../../../tests/helpers/web/voucher-page.ts'

const completed = [order, lamp].map(one => ({
  ...one,
  paid: true,
  state: 'paid' as const,
  transactionId: 'noted_1',
  paidAmount: 0,
  paidBy: { method: 'voucher' as const, on: '2026-11-15' },
}))

const covering = (t: TestContext, net = shop()) => paying(t, { net, at: `${address}&voucher=ALL` })

/** Fails if the page shows the id that stands in the place of a card's, or a button that asks for money. */
test('a voucher that covers everything needs no card', async t => {
  const { net, cards, page } = await covering(t)
  assert.match(page.text, /Your voucher covers everything\./)
  assert.deepEqual(slipOf(page), ['Discount ALL-$6.60', 'Total$0'])
  assert.deepEqual([cards.opened.length, page.words('.panel .btn')], [0, ['Complete order']])
  net.on(cover, () => json(completed))
  for (const one of completed) net.on(`GET /api/booking/${one._id}`, () => json(one))
  await page.press('Complete order')
  await page.until(() => /Your orders are complete\./.test(page.text))
  assert.deepEqual(net.to(cover)[0]?.body, { voucher: 'ALL', with: [order._id] })
  assert.match(page.text, /Paid with a voucher on 15 November 2026/)
  assert.doesNotMatch(page.text, /noted_|transaction|Congrats|Pay \$/)
  assert.deepEqual(page.words('.slip-stamp'), ['Paid'])
  assert.deepEqual(slipOf(page), ['Discount ALL-$6.60', 'Total$0'])
  assert.ok(page.control('Print receipt'))
})

const needed = 'Confirm your email address in My Profile to order without paying.'
const unconfirmed = () =>
  refusal('email_unverified', { status: 409, detail: needed, fields: { voucher: needed } })

/** Fails if an account that nobody knows finds no way on: neither to the confirmation nor to the card. */
for (const how of ['by a link', 'typed'] as const) {
  test(`whoever must confirm an email first is offered that, and can pay: ${how}`, async t => {
    const net = shop()
      .on(start, ({ body }) =>
        (body as { voucher?: string }).voucher === 'ALL' ? unconfirmed() : json(opened('pi_1_secret_a', 6.6)),
      )
      .on('GET /api/auth/account', () => json({ emailVerified: false, hasPassword: true, hasMail: true }))
    const { page } = await paying(t, { net, ...(how === 'by a link' && { at: `${address}&voucher=ALL` }) })
    if (how === 'typed') await use(page, 'ALL')
    await page.until(() => page.control('Send me the link'))
    assert.ok(page.text.includes(needed))
    assert.equal(page.button('Pay $6.60').disabled, false)
  })
}

for (const [what, no, why] of [
  ['has been used up', refused, sentence],
  ['needs a confirmed email', unconfirmed, needed],
] as const) {
  test(`a voucher that ${what} before the order is complete leaves the card`, async t => {
    const { net, page } = await covering(t)
    net.on(cover, no).on(
      start,
      () => no(),
      () => json(opened('pi_1_secret_a', 6.6)),
    )
    await page.press('Complete order')
    await page.until(() => page.control('Pay $6.60'))
    assert.ok(page.text.includes(`We could not use your voucher. ${why}`))
  })
}

/** Fails if the customer is left with a button although the shop has taken the order. */
test('if the connection breaks, the page looks whether the order is complete', async t => {
  const { net, page } = await covering(t)
  net.on(cover, lost)
  for (const one of completed) net.on(`GET /api/booking/${one._id}`, () => json(one))
  await page.press('Complete order')
  await page.until(() => /This order is already paid\./.test(page.text))
  assert.match(page.text, /Paid with a voucher on/)
})
