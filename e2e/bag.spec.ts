import { expectAccessible } from './accessible.ts'
import { payButton, typeCard } from './paying.ts'
import { allowErrors, expect, test } from './spec/fixtures.ts'
import { anOrder, goods, itemOf, orderBody } from './spec/test-data.ts'

/** Fails if the new quantity is not what the card is charged for. */
test('quantities change in the bag, and all of it is paid at once', async ({
  page,
  people,
  newcomer,
  consoleErrors,
}) => {
  await anOrder(people, newcomer, 2)
  const tray = await itemOf(people, goods.tray)
  await newcomer.call('POST', '/booking', orderBody(newcomer, tray, 1))
  await page.goto('/team')
  await page.getByRole('button', { name: /account and bag$/ }).click()
  await expect(page).toHaveURL('/team?sheet=bag')
  const sheet = page.getByRole('dialog', { name: 'Your bag' })
  await expect(sheet.getByRole('timer')).toHaveCount(1)
  await expect(sheet.getByRole('link', { name: 'Pay all · $78' })).toBeVisible()
  const mugs = sheet.getByRole('listitem').filter({ hasText: 'Stoneware Mug' })
  await mugs.getByRole('button', { name: /one more$/ }).click()
  await expect(sheet.getByRole('link', { name: 'Pay all · $100' })).toBeVisible()
  const quantity = mugs.getByRole('spinbutton')
  await quantity.fill('9999')
  await quantity.press('Enter')
  await expect(mugs.getByRole('alert')).toHaveText(/^Only \d+ more left\.$/)
  await expect(quantity).toHaveValue('3')
  await expectAccessible(page)
  allowErrors(consoleErrors, /status of 409/)

  await sheet.getByRole('link', { name: 'Pay all · $100' }).click()
  await expect(payButton(page)).toHaveText('Pay $100')
  await expect(payButton(page)).toBeEnabled()
  // A change while the card fields are open stops that payment and starts another.
  await page.getByRole('link', { name: /^Your bag/ }).click()
  await mugs.getByRole('button', { name: /one less$/ }).click()
  await expect(sheet.getByRole('link', { name: 'Pay all · $78' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(payButton(page)).toHaveText('Pay $78')
  await expect(payButton(page)).toBeEnabled()
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(page.getByText('Congrats Your payment is completed')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('$78')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('My Orders is two taps away, and Back closes the sheet', async ({ page, newcomer: _ }) => {
    await page.goto('/items')
    await page.getByRole('button', { name: /account and bag$/ }).tap()
    const sheet = page.getByRole('dialog', { name: 'Your bag' })
    await expect(sheet.getByText('Your bag is empty.')).toBeVisible()
    await expectAccessible(page)
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL('/items')
    await page.getByRole('button', { name: /account and bag$/ }).tap()
    await sheet.getByRole('link', { name: 'My Orders' }).tap()
    await expect(page).toHaveURL('/dashboard/myOrder')
  })
})
