import { expectAccessible } from './accessible.ts'
import { clearSession, expect, hydrated, test } from './spec/fixtures.ts'
import { anItem, orderBody, pay } from './spec/test-data.ts'

test('a sold-out item: an email is requested, and its link cancels the alert without signing in', async ({
  page,
  people,
  request,
  shop,
  newcomer,
}) => {
  const item = await anItem(people, `Rare Spoon ${process.pid}`, { availableQuantity: 2 })
  const other = await people.join()
  const placed = await other.call('POST', '/booking', orderBody(other, item, 2))
  expect(placed.status()).toBe(201)
  await page.goto(`/items?search=${encodeURIComponent(item.name)}`)
  const card = page.getByRole('article')
  await expect(card.getByText('Sold out')).toBeVisible()
  // Clicks the picture, which the title's link covers.
  await card.locator('img').click({ force: true })
  await expect(page).toHaveURL(`/items/${item._id}`)
  await page.getByRole('button', { name: 'Email me when it is back' }).click()
  await expect(page.getByText('We’ll email you when it is back.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'ORDER NOW' })).toBeVisible()
  await expectAccessible(page)

  const link = async () => {
    const mails = await request.get(`${shop.sandboxUrl}/mailbox.json?to=${newcomer.email}`)
    const texts = ((await mails.json()) as { text: string }[]).map(({ text }) => text)
    return /http\S+\?stop=\S+/.exec(texts.join('\n'))?.[0]
  }
  await expect.poll(link).toBeTruthy()
  await clearSession(page)
  await page.goto((await link()) ?? '')
  const dialog = page.getByRole('dialog', { name: 'No email when it is back?' })
  await expect(dialog).toBeVisible()
  const asked = async () => (await newcomer.call('GET', `/items/${item._id}/notify`)).json()
  expect(await asked()).toEqual({ asked: true })
  await dialog.getByRole('button', { name: 'Do not email me' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')
  expect(await asked()).toEqual({ asked: false })
})

test('a buyer reviews an item, and the review appears on its page', async ({
  page,
  people,
  request,
  shop,
  newcomer,
}) => {
  const item = await anItem(people, `Reviewed Spoon ${process.pid}`)
  await page.goto(`/dashboard/myReview?item=${item._id}`)
  const fill = async () => {
    await page.getByLabel('Name', { exact: true }).fill('Ann')
    await page.getByLabel('Comment').fill('Smooth, and nothing drips.')
    await page.getByRole('group', { name: 'Star rating' }).getByText('4 stars').click({ force: true })
    await page.getByRole('button', { name: 'REVIEW SUBMIT' }).click()
  }
  const placed = await newcomer.call('POST', '/booking', orderBody(newcomer, item, 1))
  await pay(request, shop.sandboxUrl, newcomer, await placed.json())
  await expect(page.getByText(`About ${item.name}`)).toBeVisible()
  await fill()
  await expect(page.getByText('Thank you for your review')).toBeVisible()
  await page.getByRole('link', { name: item.name }).click()
  await expect(page.getByText('1 review', { exact: true })).toBeVisible()
  const review = page.getByRole('region', { name: 'Reviews' }).getByRole('listitem')
  await expect(review).toContainText('Verified buyer')
  await expect(review).toContainText('Smooth, and nothing drips.')
  await expectAccessible(page)
})

test('price and stock filters are in the address', async ({ page, user: _ }) => {
  await page.goto('/items')
  await page.getByLabel('Price to').fill('12')
  await expect(page).toHaveURL('/items?maxPrice=12')
  // The address controls the checkbox, and on a slow machine it updates later than check() waits.
  const inStock = page.getByLabel('In stock only')
  await inStock.click()
  await expect(page).toHaveURL('/items?maxPrice=12&inStock=true')
  await expect(inStock).toBeChecked()
  const cards = page.getByRole('article')
  await expect(cards.filter({ hasText: 'Beeswax Candles' })).toBeVisible()
  await expect(cards.filter({ hasText: 'Oak Desk Tray' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a banner leads to a family, whose items go with each other', async ({ page, user: _ }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Put the kettle on' }).first().click({ force: true })
  await expect(page).toHaveURL('/items?family=Mornings')
  const families = page.getByRole('navigation', { name: 'Families' })
  await expect(families.getByRole('link', { name: 'Mornings' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('article')).toHaveCount(3)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'ORDER NOW: Enamel Kettle' }).click()
  const others = page.getByRole('region', { name: 'Goes with it' }).getByRole('link')
  await expect(others).toHaveText([/^Stoneware Mug/, /^Copper Coffee Dripper/, /./])
  await expectAccessible(page)
})

test('the bar stays in view and names the signed-in user, wide and narrow', async ({ page, user }) => {
  await page.goto('/items')
  const bar = page.getByRole('banner')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  expect((await bar.boundingBox())?.y).toBe(0)
  await expect(bar.getByText(user.name, { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await bar.getByRole('button', { name: 'Menu' }).click()
  await expect(bar.getByText(`Signed in as ${user.name}`)).toBeVisible()
  await page.goto('/dashboard')
  await hydrated(page)
  await page.getByRole('button', { name: 'Dashboard menu' }).click()
  const drawer = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(drawer.getByText('Dashboard', { exact: true })).toBeVisible()
  await drawer.getByRole('button', { name: 'Close menu' }).click()
  await expect(drawer).toBeHidden()
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a card’s picture moves to the item’s page, unless motion is reduced', async ({ page, user: _ }) => {
    await page.addInitScript(() => {
      const original = document.startViewTransition.bind(document)
      document.startViewTransition = change => {
        document.documentElement.dataset.traveled = 'yes'
        return original(change)
      }
    })
    const traveled = () => page.evaluate(() => document.documentElement.dataset.traveled)
    for (const { reducedMotion, expected } of [
      { reducedMotion: 'reduce', expected: undefined },
      { reducedMotion: 'no-preference', expected: 'yes' },
    ] as const) {
      await page.emulateMedia({ reducedMotion })
      await page.goto('/items?search=kettle')
      await page.getByRole('link', { name: 'Enamel Kettle', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enamel Kettle')
      expect(await traveled()).toBe(expected)
    }
  })
})
