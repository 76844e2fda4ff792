import assert from 'node:assert/strict'
import { afterAll, beforeAll, test } from 'vitest'
import { currencyCodes, currencyOf } from '#domain/currencies.ts'
import { formatExact } from '#domain/money.ts'
import { keys } from '../../../sandbox/context.ts'
import { refuseAmount, refuseCurrency, stepOf, written } from '../../../sandbox/stripe/money.ts'
import { Opened } from '../../../sandbox/stripe/test-sandbox.ts'
import { StripeCards } from './cards-stripe.ts'

const sandbox = new Opened()
beforeAll(() => sandbox.start())
afterAll(() => sandbox.stop())

const start = (id: string, told: { description?: string; email?: string }) =>
  new StripeCards({
    secretKey: keys.stripeSecret,
    publishableKey: keys.stripePublishable,
    webhookSecret: keys.stripeWebhook,
    apiBase: sandbox.url,
    scriptUrl: undefined,
  }).start({
    paymentId: id,
    orderIds: ['b1'],
    shopId: 's1',
    amount: 3700,
    delivery: 0,
    discount: 0,
    voucher: '',
    currency: 'usd',
    description: '1 × Tray',
    email: 'ann@example.com',
    ...told,
  })

/** Fails if a customer cannot pay because of an email address that the provider does not accept. */
test('an email address that the provider refuses is not sent, and the payment starts', async () => {
  for (const [i, email] of [
    '',
    'ann@localhost',
    'ännchen@example.com',
    'ann@exämple.com',
    '"ann b"@example.com',
    'ann..b@example.com',
    `${'a'.repeat(250)}@example.com`,
  ].entries()) {
    const { intentId } = await start(`address-${i}`, { email })
    assert.equal((await sandbox.stripe.paymentIntents.retrieve(intentId)).receipt_email, null, email)
  }
  for (const [i, email] of ["o'neil+shop@mail.example.co.uk", 'a@b.co'].entries()) {
    const { intentId } = await start(`good-${i}`, { email })
    assert.equal((await sandbox.stripe.paymentIntents.retrieve(intentId)).receipt_email, email)
  }
})

/** Fails if an item with a long name cannot be sold, or if the name is cut in the middle of a character. */
test('a description is cut to the length that the provider accepts', async () => {
  const described = async (id: string, description: string) =>
    (await sandbox.stripe.paymentIntents.retrieve((await start(id, { description })).intentId)).description
  assert.equal(await described('short', 'x'.repeat(1000)), 'x'.repeat(1000))
  assert.equal(await described('long', 'x'.repeat(1001)), `${'x'.repeat(999)}…`)
  assert.ok((await described('pair', `${'x'.repeat(998)}${'🧺'.repeat(5)}`))?.isWellFormed())
})

/** The sandbox has a list of its own. Fails if a shop in such a currency charges a hundred times too much, or cannot charge. */
test('every currency has the decimals, the steps and the bounds that the provider knows', () => {
  for (const code of currencyCodes) {
    const currency = currencyOf(code)
    const { decimals, places, least, most } = currency
    const known = code.toLowerCase()
    const step = stepOf(known)
    assert.doesNotThrow(() => refuseCurrency(known), code)
    assert.equal(10 ** (decimals - places), step, code)
    assert.doesNotThrow(() => refuseAmount(least, known), code)
    assert.throws(() => refuseAmount(least - step, known), code)
    assert.doesNotThrow(() => refuseAmount(most - (most % step), known), code)
    assert.throws(() => refuseAmount(most - (most % step) + step, known), code)
    const digitsOf = (text: string) => text.replace(/^[^\d]*/, '').replace(places === 0 ? /\.00$/ : '', '')
    assert.equal(digitsOf(formatExact(123_456_700, currency)), digitsOf(written(123_456_700, known)), code)
  }
})
