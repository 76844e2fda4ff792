import assert from 'node:assert/strict'
import { test } from 'vitest'
import { held, json, refusal } from '../../../../tests/helpers/web/network.ts'
import { patch, start } from '../../../../tests/helpers/web/shop-with-cards.ts'
import { order } from '../../../../tests/helpers/web/test-data.ts'
import {
  address,
  codesAsked,
  lamp,
  paying,
  saves,
  saving,
  sentence,
  shop,
  slipOf,
  use,
} from '../../../../tests/helpers/web/voucher-page.ts'
import { rememberVoucher } from '../../api/linked-voucher.ts'

/** Fails if the field is there all the same: customers would look for a code that nobody has. */
test('a shop without vouchers has no field for one, and ignores those of links', async t => {
  const { net, page } = await paying(t, { takesVouchers: false, at: `${address}&voucher=WELCOME10` })
  assert.doesNotMatch(page.text, /voucher/i)
  assert.deepEqual(codesAsked(net), [undefined])
})

test('a voucher changes slip and button to what the shop answers, and a reload keeps it', async t => {
  const { net, cards, page } = await paying(t)
  assert.deepEqual(slipOf(page), ['Total$6.60'])
  await use(page, ' welcome10 ')
  await page.until(() => page.text.includes(saves))
  assert.deepEqual(slipOf(page), ['Discount WELCOME10-$0.67', 'Total$5.93'])
  assert.ok(page.control('Pay $5.93'))
  assert.deepEqual(codesAsked(net), [undefined, 'welcome10'])
  assert.equal(cards.opened.at(-1)?.clientSecret, 'pi_2_secret_b')
  assert.equal(new URLSearchParams(page.at().split('?')[1]).get('voucher'), 'welcome10')
  assert.equal(new URLSearchParams(page.at().split('?')[1]).get('with'), order._id)
  assert.equal(page.control('Voucher code'), undefined)
})

/** Fails if the payment before the voucher is shown again: the shop has stopped it. */
test('without its voucher, the orders have a new payment at their full price', async t => {
  const { net, page } = await paying(t, { at: `${address}&voucher=WELCOME10` })
  assert.ok(page.text.includes(saves))
  await page.press('Remove')
  await page.until(() => page.control('Pay $6.60'))
  assert.deepEqual(slipOf(page), ['Total$6.60'])
  assert.doesNotMatch(page.at(), /voucher/)
  await use(page, 'WELCOME10')
  await page.until(() => page.control('Remove'))
  await page.press('Remove')
  await page.until(() => page.control('Pay $6.60'))
  assert.deepEqual(codesAsked(net), ['WELCOME10', undefined, 'WELCOME10', undefined])
})

/** Fails if the card fields are replaced, or if the page asks the shop for another payment. */
test('a refused voucher has its sentence at the field, and paying goes on', async t => {
  const { net, cards, page } = await paying(t)
  await use(page, 'WRONG')
  assert.equal(page.complaint('Voucher code'), sentence)
  assert.equal(cards.opened.length, 1)
  assert.deepEqual(codesAsked(net), [undefined, 'WRONG'])
  assert.doesNotMatch(page.at(), /voucher/)
  net.on(`PATCH /api/booking/${lamp._id}`, () => json({ ...lamp, paid: true, transactionId: 'pi_1' }))
  await page.press('Pay $6.60')
  assert.equal(cards.confirmations, 1)
})

test('an empty field is not sent', async t => {
  const { net, page } = await paying(t)
  await use(page, ' ')
  assert.equal(page.complaint('Voucher code'), 'Enter a code.')
  assert.equal(net.to(start).length, 1)
})

/** Fails if the old sum can be paid while the shop is stopping that payment. */
test('while the shop looks at a voucher, nothing can be paid', async t => {
  const { net, page } = await paying(t)
  const answer = held(() => saving(0.67))
  net.on(start, answer.answer)
  await use(page, 'WELCOME10')
  assert.equal(page.button('Pay $6.60').disabled, true)
  assert.equal(page.button('Use voucher').getAttribute('aria-disabled'), 'true')
  answer.release()
  await page.until(() => page.control('Pay $5.93'))
})

test('a voucher that could not be asked for leaves the payment as it is', async t => {
  const { net, page } = await paying(t)
  net.on(start, () => refusal('provider_failed', { status: 409 }))
  await use(page, 'WELCOME10')
  assert.match(page.text, /Refused: provider_failed/)
  assert.equal(page.button('Pay $6.60').disabled, false)
})

test('the voucher of a link to any page is used on the payment page', async t => {
  Reflect.get(window, 'happyDOM').setURL('http://shop.test/items?voucher=welcome10')
  rememberVoucher()
  const { net, page } = await paying(t)
  assert.ok(page.text.includes(saves))
  assert.deepEqual(codesAsked(net), ['welcome10'])
  await page.press('Remove')
  await page.go('/team')
  await page.go(address)
  await page.until(() => page.control('Pay $6.60'))
  assert.doesNotMatch(page.text, /saves you/)
})

/** Fails if a link to a voucher that has ended keeps people from paying. */
test('a refused voucher of a link is a quiet sentence, and the payment is without it', async t => {
  const { net, page } = await paying(t, { at: `${address}&voucher=OLD` })
  await page.until(() => page.control('Pay $6.60'))
  assert.ok(page.text.includes(`We could not use your voucher. ${sentence}`))
  assert.deepEqual(codesAsked(net), ['OLD', undefined])
  assert.deepEqual(slipOf(page), ['Total$6.60'])
  await use(page, 'WELCOME10')
  await page.until(() => page.text.includes(saves))
})

/** Of 67 cents the smaller id has 34: the shop gives it the odd cent. Fails if the refund leaves the discount out. */
for (const [kept, gone, refund, total] of [
  [order, lamp, '2.97', 2.96],
  [lamp, order, '2.96', 2.97],
] as const) {
  test(`${gone.itemName} is refunded less its share of the discount`, async t => {
    const { net, page } = await paying(t, { at: `${address}&voucher=WELCOME10` })
    const now = { ...kept, paid: true, state: 'paid', transactionId: 'pi_1', paidAmount: total } as const
    net
      .on(`PATCH /api/booking/${lamp._id}`, () => (kept === lamp ? json(now) : refusal('payment_refunded')))
      .on(patch, () => json(now))
      .on(`GET /api/booking/${kept._id}`, () => json(now))
      .on(`GET /api/booking/${gone._id}`, () => refusal('not_found'))
    await page.press('Pay $5.93')
    await page.until(() => /Congrats Your payment is completed/.test(page.text))
    assert.match(page.text, new RegExp(`${gone.itemName} could not be .* refunding \\$${refund} to`))
    assert.ok(page.control('Pay $5.93'), 'what was charged')
    assert.deepEqual(page.words('.slip-total'), [`Total$${total}`])
  })
}

/** Fails if the slip is without the discount until the shop has answered, or for good if it answers late. */
test('a charge that the shop has not recorded yet is shown as it was charged', async t => {
  const { net, page } = await paying(t, { at: `${address}&voucher=WELCOME10` })
  net.on(`PATCH /api/booking/${lamp._id}`, () => refusal('provider_failed', { status: 409 }))
  await page.press('Pay $5.93')
  await page.until(() => /went through at the bank/.test(page.text))
  assert.deepEqual(slipOf(page), ['Discount WELCOME10-$0.67', 'Total$5.93'])
  assert.ok(page.control('Pay $5.93'))
})

/** What the shop answers when the voucher has paid for both. */
const transfer = { text: 'IBAN DE00 1234', days: 3 }
for (const [code, shown, hidden] of [
  ['WELCOME10', /Vouchers are for card payments\. Remove yours to pay by transfer\./, /IBAN/],
  ['ALL', /covers everything/, /by bank transfer|IBAN/],
  ['OLD', /IBAN/, /Vouchers are for card/],
] as const) {
  test(`with ${code}, a transfer is offered only for the full price`, async t => {
    const net = shop().on('GET /api/payment-options', () =>
      json({ cards: { publishableKey: 'pk_test_1', scriptUrl: '/cards.js' }, transfer, emails: true }),
    )
    const { page } = await paying(t, { net, at: `${address}&voucher=${code}` })
    await page.until(() => shown.test(page.text))
    assert.doesNotMatch(page.text, hidden)
  })
}
