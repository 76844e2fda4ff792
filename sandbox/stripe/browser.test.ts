import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { violationsOf } from '../../tests/helpers/axe.ts'
import { noFaults } from './fault-switches.ts'
import { until } from './test-sandbox.ts'
import { elementEvents, OpenedShop, shows, typeCard } from './test-shop.ts'

const shop = new OpenedShop()
const { sandbox } = shop
beforeAll(() => shop.start())
afterAll(() => shop.stop())
beforeEach(() => sandbox.setCardFaults(noFaults))

// Fails if the frame puts the card number into its change message.
test('a card payment succeeds, and the page of the shop sees no card digit', async () => {
  const { page, fields, intent, learned, consoleErrors } = await shop.visit()
  const number = fields.getByLabel('Card number')
  await number.pressSequentially('4242424242424242')
  assert.equal(await number.inputValue(), '4242 4242 4242 4242')
  assert.equal(
    await fields.getByLabel('Expiration date').evaluate(input => input === document.activeElement),
    true,
  )
  await fields.getByLabel('Expiration date').pressSequentially('1234')
  assert.equal(await fields.getByLabel('Expiration date').inputValue(), '12 / 34')
  await fields.getByLabel('Security code').pressSequentially('987')
  const typed = await learned()
  for (const digits of ['4242', '12 / 34', '987"', '987 ']) assert.ok(!typed.includes(digits), digits)
  assert.equal(await fields.locator('#brand').textContent(), 'Visa')
  assert.equal(await number.evaluate(input => getComputedStyle(input).fontSize), '16px')
  assert.equal(await number.evaluate(input => getComputedStyle(input).color), 'rgb(16, 32, 48)')
  assert.equal(
    await fields.getByText('Card number').evaluate(label => getComputedStyle(label).fontWeight),
    '700',
  )
  await page.click('#pay')
  await shows(page, 'succeeded')
  assert.equal((await sandbox.stripe.paymentIntents.retrieve(intent)).status, 'succeeded')
  const all = await learned()
  for (const digits of ['42424242', '4242 4242', '12 / 34']) assert.ok(!all.includes(digits), digits)
  const events = await elementEvents(page)
  assert.deepEqual(
    events.slice(0, 2).map(event => event.name),
    ['loaderstart', 'ready'],
  )
  const last = events.filter(event => event.name === 'change').at(-1)
  assert.deepEqual(
    [last?.complete, last?.empty, last?.brand, last?.elementType],
    [true, false, 'visa', 'payment'],
  )
  assert.deepEqual(consoleErrors, [])
  await page.close()
})

test('missing and invalid input shows Stripe’s messages beside the field', async () => {
  const { page, fields } = await shop.visit()
  await fields.getByLabel('Card number').waitFor()
  await page.click('#pay')
  await shows(page, 'Your card number is incomplete.')
  for (const words of [
    'Your card number is incomplete.',
    "Your card's expiration date is incomplete.",
    "Your card's security code is incomplete.",
  ]) {
    assert.equal(await fields.getByText(words).count(), 1, words)
  }
  await typeCard(fields, '4242424242424241', '1220')
  assert.equal(await fields.getByText('Your card number is invalid.').count(), 1)
  assert.equal(await fields.getByText("Your card's expiration year is in the past.").count(), 1)
  assert.equal(await fields.getByLabel('Card number').getAttribute('aria-invalid'), 'true')
  assert.deepEqual(await violationsOf(page), [])
  await page.close()
})

test('a declined card shows the reason, and the buyer can try another one', async () => {
  const { page, fields } = await shop.visit()
  await typeCard(fields, '4000000000009995')
  await page.click('#pay')
  await shows(page, 'Your card has insufficient funds.')
  await page.evaluate('element.clear()')
  await typeCard(fields, '5555555555554444')
  await page.click('#pay')
  await shows(page, 'succeeded')
  await page.close()
})

/** Waits for the 3-D Secure page; if the shop's page shows a message instead, the failure quotes it. */
const challengeShown = (page: Page) =>
  until('the question of the bank', async () => {
    const message = await page.locator('#result').textContent()
    assert.equal(message, '')
    return page.frameLocator('dialog iframe').getByText('$19.99').isVisible()
  })

test('3-D Secure: completing pays, failing asks for another card, and Escape counts as failing', async () => {
  const { page, fields, intent } = await shop.visit()
  const bank = page.frameLocator('dialog iframe')
  await typeCard(fields, '4000002500003155')
  const failed =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
  await page.click('#pay')
  await challengeShown(page)
  assert.deepEqual(await violationsOf(page, { inside: 'dialog' }), [])
  await bank.getByRole('button', { name: 'Fail' }).click()
  await shows(page, failed)
  assert.equal((await sandbox.stripe.paymentIntents.retrieve(intent)).status, 'requires_payment_method')
  await page.evaluate(() => document.querySelector('#result')?.replaceChildren())
  await page.click('#pay')
  await challengeShown(page)
  await page
    .locator('dialog')
    .evaluate(dialog => dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
  await shows(page, failed)
  await page.click('#pay')
  await bank.getByRole('button', { name: 'Complete' }).click()
  await shows(page, 'succeeded')
  assert.equal(await page.locator('dialog').count(), 0)
  await page.close()
})

test('a card with fifteen digits and a four-digit code works', async () => {
  const { page, fields } = await shop.visit()
  await typeCard(fields, '378282246310005', '1234', '9876')
  await page.click('#pay')
  await shows(page, 'succeeded')
  await page.close()
})

test('an outage returns an error to show, and processing is a valid result', async () => {
  const { page, fields } = await shop.visit()
  await typeCard(fields, '4242424242424242')
  await sandbox.setCardFaults({ outage: true })
  await page.click('#pay')
  await until('the error', async () =>
    /experiencing issues/.test((await page.locator('#result').textContent()) ?? ''),
  )
  await sandbox.setCardFaults({ outage: false, processingMs: 600_000 })
  await page.click('#pay')
  await shows(page, 'processing')
  await page.close()
})

test('an unknown payment emits loaderror', async () => {
  const page = await shop.page()
  await page.goto(`${shop.url}/?secret=pi_none_secret_none`)
  await until('the loaderror', async () =>
    (await elementEvents(page)).some(event => event.name === 'loaderror'),
  )
  await page.close()
})

// Fails if the frame posts to '*'.
test('a page that lies about its origin receives no messages', async () => {
  const page = await shop.page()
  await page.goto(`${shop.url}/?secret=pi_none_secret_none`)
  const received = await page.evaluate(async at => {
    const messages: unknown[] = []
    window.addEventListener('message', event => messages.push(event.data))
    const frame = document.createElement('iframe')
    frame.src = `${at}/stripe/elements/card?parent=${encodeURIComponent('http://localhost:1')}`
    const loaded = new Promise(resolve => frame.addEventListener('load', resolve))
    document.body.append(frame)
    await loaded
    frame.contentWindow?.postMessage({ stripe: true, type: 'options', options: {} }, '*')
    frame.contentWindow?.postMessage({ stripe: true, type: 'validate', call: '1' }, '*')
    await new Promise(resolve => setTimeout(resolve, 300))
    return messages.length
  }, sandbox.url)
  assert.equal(received, 0)
  await page.close()
})

test('the fields format the input', async () => {
  const { page, fields } = await shop.visit()
  const number = fields.getByLabel('Card number')
  const expiry = fields.getByLabel('Expiration date')
  const code = fields.getByLabel('Security code')
  await number.fill('4242-4242 42424242 99')
  assert.equal(await number.inputValue(), '4242 4242 4242 4242')
  await number.focus()
  await number.evaluate((input: HTMLInputElement) => input.setSelectionRange(6, 6))
  await number.press('Backspace')
  await number.press('7')
  assert.equal(await number.inputValue(), '4242 7242 4242 4242')
  await number.fill('378282246310005')
  assert.equal(await number.inputValue(), '3782 822463 10005')
  await expiry.pressSequentially('7')
  assert.equal(await expiry.inputValue(), '07 / ')
  await expiry.press('Backspace')
  assert.equal(await expiry.inputValue(), '07')
  await expiry.fill('')
  await expiry.fill('12/2034')
  assert.equal(await expiry.inputValue(), '12 / 34')
  await code.fill('12345')
  assert.equal(await code.inputValue(), '1234')
  await number.fill('4242424242424242')
  assert.equal(await code.inputValue(), '123')
  await page.close()
})
