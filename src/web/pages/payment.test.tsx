import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import { Provider } from '../../../tests/helpers/web/card-provider.ts'
import { held, json, lost, type Network, refusal } from '../../../tests/helpers/web/network.ts'
import { holdClock, pass, settle } from '../../../tests/helpers/web/screen.ts'
import { opened, paid, patch, shopWithCards, start } from '../../../tests/helpers/web/shop-with-cards.ts'
import { order } from '../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../tests/helpers/web/visit.tsx'

/** The button names the charged amount. */
const pay = 'Pay $3.30'

interface Paying {
  page: Visit
  net: Network
  cards: Provider
}

/** The page of an unpaid order with card fields that are ready. */
async function paying(t: TestContext, net = shopWithCards()): Promise<Paying> {
  const cards = new Provider()
  const page = await visit(t, `/dashboard/payment/${order._id}`, net)
  await page.until(() => page.control(pay))
  await settle()
  cards.show()
  await settle()
  return { page, net, cards }
}

const heading = (page: Visit) => page.words('#page-title')[0]

test('the page shows the item, the buyer and the amount; the fields get the shop’s client secret', async t => {
  const { page, net, cards } = await paying(t)
  assert.equal(heading(page), `Please pay for ${order._id} for ${order.itemName}`)
  assert.match(page.text, /Hello, Ann Example/)
  assert.match(page.text, /Total\$3\.30/)
  assert.deepEqual(net.to(start)[0]?.body, order)
  assert.equal(net.to(start).length, 1)
  assert.equal(cards.opened[0]?.clientSecret, 'pi_1_secret_a')
  assert.deepEqual(
    cards.opened[0]?.fonts?.map(({ src }) => src),
    ['url(http://shop.test/fonts/figtree-latin.woff2)'],
  )
})

test('Pay waits for the secret, the fields and the confirmation, and stays disabled after success', async t => {
  const secret = held(() => json(opened('pi_1_secret_a', 3.3)))
  const cards = new Provider()
  const page = await visit(t, `/dashboard/payment/${order._id}`, shopWithCards().on(start, secret.answer))
  await page.until(() => page.control(pay))
  const disabled = () => page.button(pay).disabled
  assert.equal(disabled(), true, 'without a client secret')
  secret.release()
  await settle()
  assert.equal(disabled(), true, 'while the provider is not ready')
  cards.show()
  await settle()
  assert.equal(disabled(), false)
  const bank = Promise.withResolvers<{ paymentIntent: { id: string; status: 'succeeded' } }>()
  cards.confirm = () => bank.promise
  page.button(pay).click()
  page.button(pay).click()
  await settle()
  assert.equal(disabled(), true, 'while the confirmation is pending')
  assert.equal(cards.confirmations, 1)
  bank.resolve({ paymentIntent: { id: 'pi_1', status: 'succeeded' } })
  await page.until(() => /Congrats Your payment is completed/.test(page.text))
  assert.equal(disabled(), true, 'after success')
  assert.match(page.text, /Your transaction idpi_1/)
})

test('the provider’s error is shown as is, and paying again is possible', async t => {
  const { page, net, cards } = await paying(t)
  cards.confirm = async () => ({ error: { message: 'Your card was declined.' } })
  await page.press(pay)
  assert.ok(page.words('[role=alert]').includes('Your card was declined.'))
  assert.equal(page.button(pay).disabled, false)
  assert.equal(net.to(patch).length, 0)
  cards.incomplete = 'Your card number is incomplete.'
  await page.press(pay)
  assert.ok(page.words('[role=alert]').includes('Your card number is incomplete.'))
  assert.equal(cards.confirmations, 1)
  cards.incomplete = undefined
  cards.confirm = () => Promise.reject(new Error('no network'))
  await page.press(pay)
  assert.match(page.text, /The payment could not be started/)
})

/** Fails if the fields return after a lost connection, or if the charge is confirmed again. */
test('a connection lost after the charge never charges twice: the claim is retried until the shop answers', async t => {
  const { page, net, cards } = await paying(
    t,
    shopWithCards().on(patch, lost, lost, () => json(paid)),
  )
  holdClock(t)
  await page.press(pay)
  assert.match(page.text, /Your payment went through. We are adding it to your order/)
  assert.equal(page.button(pay).disabled, true)
  assert.equal(heading(page), `Order ${order._id} for ${order.itemName}`)
  await pass(1000)
  await pass(2000)
  await page.until(() => /Congrats Your payment is completed/.test(page.text))
  assert.deepEqual([cards.confirmations, net.to(patch).length, net.to(start).length], [1, 3, 1])
})

test('a payment that already went through comes as an error and counts as a success', async t => {
  const { page, net, cards } = await paying(t)
  const error = {
    message: 'Already confirmed.',
    payment_intent: { id: 'pi_1', status: 'succeeded' as const },
  }
  cards.confirm = async () => ({ error })
  await page.press(pay)
  assert.match(page.text, /Congrats Your payment is completed/)
  assert.equal(net.to(patch).length, 1)
})

/** Fails if a refund is reported as late or as a success. */
test('a refund is reported as such, and nothing asks to pay again', async t => {
  const { page } = await paying(
    t,
    shopWithCards().on(patch, () => refusal('payment_refunded')),
  )
  await page.press(pay)
  assert.match(page.text, /This order is no longer available.*We are refunding what you paid/)
  assert.doesNotMatch(page.text, /will show as Paid|Congrats/)
  assert.equal(page.button(pay).disabled, true)
})

/** Fails if `processing` counts as not completed: the customer would be asked to pay a second time. */
test('a payment that the bank is still processing does not ask to try again', async t => {
  const { page, net, cards } = await paying(
    t,
    shopWithCards().on(patch, () => refusal('payment_pending')),
  )
  cards.confirm = async () => ({ paymentIntent: { id: 'pi_1', status: 'processing' } })
  holdClock(t)
  await page.press(pay)
  assert.match(page.text, /Your bank is still processing the payment.*do not pay again/)
  for (const pause of [1000, 2000, 4000, 8000]) await pass(pause)
  assert.match(page.text, /Your bank is still processing the payment/)
  assert.equal(net.to(patch).length, 5)
  assert.doesNotMatch(page.text, /not completed|Your card/)
  assert.equal(page.button(pay).disabled, true)
})

test('a payment that the bank has decided meanwhile is reported as completed', async t => {
  const { page, cards } = await paying(t)
  cards.confirm = async () => ({ paymentIntent: { id: 'pi_1', status: 'processing' } })
  await page.press(pay)
  assert.match(page.text, /Congrats Your payment is completed/)
  assert.doesNotMatch(page.text, /still processing/)
})

test('the page of another order shows no receipt of the previous one', async t => {
  const other = { ...paid, _id: order._id.replace(/1$/, '7'), itemName: 'Stoneware Mug' }
  const net = shopWithCards().on(`GET /api/booking/${other._id}`, () => json(other))
  const { page } = await paying(t, net)
  await page.go(`/dashboard/payment/${other._id}`)
  assert.equal(heading(page), `Order ${other._id} for Stoneware Mug`)
})

/** Fails if nothing polls: the page would say late forever. */
test('a late payment becomes Paid by itself', async t => {
  let known = order
  const net = shopWithCards().on(patch, () => refusal('signed_out', { code: 'provider_failed', status: 409 }))
  net.on(`GET /api/booking/${order._id}`, () => json(known))
  const { page } = await paying(t, net)
  holdClock(t)
  await page.press(pay)
  assert.match(page.text, /went through at the bank.*within a minute.*do not pay again/)
  known = { ...paid, transactionId: 'pi_other' }
  await pass(5000)
  assert.match(page.text, /went through at the bank/, 'paid with another payment is not this one')
  known = paid
  await pass(5000)
  assert.match(page.text, /Congrats Your payment is completed/)
  const requests = () => net.to(`GET /api/booking/${order._id}`).length
  await pass(5000)
  const before = requests()
  await pass(20_000)
  assert.equal(requests(), before, 'polling ends once it is paid')
})

test('a payment that was canceled meanwhile is replaced by a new one', async t => {
  const { page, net, cards } = await paying(t)
  net.on(start, () => json(opened('pi_2_secret_b', 3.3)))
  cards.confirm = async () => ({
    error: { message: 'Gone.', payment_intent: { id: 'pi_1', status: 'canceled' } },
  })
  await page.press(pay)
  assert.ok(page.words('.toast-card').some(words => words.includes('Gone.')))
  assert.deepEqual([net.to(start).length, net.to(patch).length], [2, 0])
  assert.equal(cards.opened.at(-1)?.clientSecret, 'pi_2_secret_b')
})

test('after paying, orders and items are fetched again', async t => {
  const { page, net } = await paying(t)
  const before = net.to(`GET /api/booking/${order._id}`).length
  await page.press(pay)
  assert.equal(net.to(`GET /api/booking/${order._id}`).length, before + 1)
})

const one = `GET /api/booking/${order._id}`
const unpayable: [string, RegExp, (net: Network) => Network][] = [
  ['is paid', /already paid.*pi_1/, net => net.on(one, () => json(paid))],
  ['is not there', /There is no such order/, net => net.on(one, () => refusal('not_found'))],
  ['has no such address', /There is no such order/, net => net.on(one, () => refusal('bad_input'))],
  ['has sold out', /sold out in the meantime/, net => net.on(start, () => refusal('out_of_stock'))],
  ['was held too long', /Nothing was charged/, net => net.on(start, () => refusal('order_lapsed'))],
  [
    'is in a shop that stopped taking cards',
    /switched off/,
    net => net.on(start, () => refusal('feature_off')),
  ],
  [
    'is in a shop without cards',
    /switched off/,
    net => net.on('GET /api/payment-options', () => json({ cards: null, emails: false })),
  ],
]
for (const [reason, said, arrange] of unpayable) {
  test(`an order that ${reason} says so and offers no card`, async t => {
    new Provider()
    holdClock(t)
    const page = await visit(t, `/dashboard/payment/${order._id}`, arrange(shopWithCards()))
    // A 503 is retried twice before it shows.
    for (const pause of [1000, 2000]) await pass(pause)
    await page.until(() => said.test(page.text))
    assert.equal(page.control(pay), undefined)
    assert.equal(page.control('Try again'), undefined)
  })
}

test('a payment that could not be started can be retried', async t => {
  const net = shopWithCards().on(
    start,
    () => refusal('provider_failed', { status: 409 }),
    () => json(opened('pi_1_secret_a', 3.3)),
  )
  new Provider()
  const page = await visit(t, `/dashboard/payment/${order._id}`, net)
  await page.until(() => page.control('Try again'))
  assert.equal(page.button(pay).disabled, true)
  await page.press('Try again')
  assert.equal(net.to(start).length, 2)
  assert.equal(page.control('Try again'), undefined)
})
