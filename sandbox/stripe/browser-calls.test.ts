import assert from 'node:assert/strict'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { keys } from '../context.ts'
import { noFaults } from './fault-switches.ts'
import { until } from './test-sandbox.ts'
import { elementEvents, OpenedShop, shows, typeCard } from './test-shop.ts'

const shop = new OpenedShop()
const { sandbox } = shop
beforeAll(() => shop.start())
afterAll(() => shop.stop())
beforeEach(() => sandbox.setCardFaults(noFaults))

interface Result {
  error?: { type: string; code?: string; message: string }
  paymentIntent?: { status: string }
}

test('a page can retrieve its payment and validate the fields', async () => {
  const { page, fields } = await shop.visit()
  await fields.getByLabel('Card number').waitFor()
  const run = (code: string) => page.evaluate<Result>(code)
  assert.equal(
    (await run('stripe.retrievePaymentIntent(clientSecret)')).paymentIntent?.status,
    'requires_payment_method',
  )
  assert.equal((await run('elements.submit()')).error?.code, 'incomplete_number')
  await typeCard(fields, '5555555555554444')
  assert.equal((await run('elements.submit()')).error, undefined)
  await page.close()
})

test('a payment that is canceled during 3-D Secure returns an error', async () => {
  const { page, fields, intent } = await shop.visit()
  await typeCard(fields, '4000002500003155')
  await page.click('#pay')
  const complete = page.frameLocator('dialog iframe').getByRole('button', { name: 'Complete' })
  await complete.waitFor()
  await sandbox.stripe.paymentIntents.cancel(intent)
  await complete.click()
  await shows(page, 'This PaymentIntent was canceled, so it can no longer be paid.')
  await page.close()
})

test('without redirect: if_required the browser goes to the return_url', async () => {
  const { page, fields, intent } = await shop.visit()
  await typeCard(fields, '4242424242424242')
  await page.evaluate(
    `void stripe.confirmPayment({ elements, confirmParams: { return_url: '${shop.url}/thanks' } })`,
  )
  await page.waitForURL(/thanks/)
  const address = new URL(page.url())
  assert.equal(address.searchParams.get('payment_intent'), intent)
  assert.equal(address.searchParams.get('redirect_status'), 'succeeded')
  await page.close()
})

test('incorrect use throws an IntegrationError', async () => {
  const { page } = await shop.visit()
  for (const code of [
    `Stripe('${keys.stripeSecret}')`,
    "elements.create('payment')",
    "elements.create('card')",
    "stripe.elements({ clientSecret: 'nonsense' })",
    "stripe.elements({ mode: 'payment', paymentMethodTypes: ['card'] })",
    "stripe.elements().create('payment').mount('#nowhere')",
    'stripe.createToken(element)',
    'stripe.confirmPayment({ elements })',
    "stripe.confirmPayment({ elements: stripe.elements(), redirect: 'if_required' })",
  ]) {
    const run = `(async () => { try { await ${code}; return 'fine' } catch (error) { return error.name } })()`
    assert.equal(await page.evaluate(run), 'IntegrationError', code)
  }
  assert.equal(await page.evaluate('Stripe.version'), 'endive')
  await page.close()
})

test('an Element can be unmounted and mounted again', async () => {
  const { page, fields } = await shop.visit()
  await fields.getByLabel('Card number').waitFor()
  await page.evaluate("element.unmount(); element.mount('#fields')")
  await until(
    'ready twice',
    async () => (await elementEvents(page)).filter(event => event.name === 'ready').length === 2,
  )
  await page.evaluate("element.destroy(); elements.create('payment').mount('#fields')")
  await typeCard(fields, '4242424242424242')
  await page.click('#pay')
  await shows(page, 'succeeded')
  await page.close()
})

test('a script outage fails like a network error', async () => {
  await sandbox.setCardFaults({ scriptOutage: true })
  await assert.rejects(fetch(`${sandbox.url}/stripe/v3.js`))
})
