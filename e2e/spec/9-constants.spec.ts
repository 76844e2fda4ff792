import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, navigateTo, test } from './fixtures.ts'
import { delayResponses, fillOrder, goods } from './test-data.ts'

test('§9 The home preview shows 3 items however many there are', async ({ sharedPage, people }) => {
  const all: unknown[] = await (await people.visitor('GET', '/items')).json()
  expect(all.length).toBeGreaterThan(3)
  const preview = (await sharedPage('/')).getByRole('region', { name: 'Our Items' })
  await expect(preview.getByRole('article')).toHaveCount(3)
})

test.describe('with a clock of its own', () => {
  test('§9 Time limits', async ({ page, newcomer: _ }) => {
    await page.clock.install()
    await page.goto(`/items/${goods.mug}`)
    await fillOrder(page, '2')
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'ORDER NOW' }).click()
    const toast = page.locator('.toasts').getByText('Add Item successfully')
    await test.step('§9 Toasts close after 5000 ms', async () => {
      await expect(toast).toBeVisible()
      await page.clock.runFor(4999)
      await expect(toast).toBeVisible()
      await page.clock.runFor(1)
      await expect(toast).toHaveCount(0)
    })
    await page.clock.resume()
    const cards = page.getByRole('main').getByRole('article')
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Items', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Our Items' })).toBeVisible()
    await expect(cards.first()).toBeVisible()
    const shown = await cards.count()
    for (const { minutes, lives } of [
      { minutes: 4, lives: true },
      { minutes: 6, lives: false },
    ]) {
      await test.step(`§9 Cached query data lives 5 minutes: after ${minutes} it is ${lives ? 'still there' : 'gone'}`, async () => {
        await menu.getByRole('link', { name: 'Team', exact: true }).click()
        await expect(page.getByRole('heading', { name: 'Our Team' })).toBeVisible()
        await page.clock.fastForward(minutes * 60_000)
        const release = await delayResponses(page, '**/api/items?*')
        await menu.getByRole('link', { name: 'Items', exact: true }).click()
        await expect(page.getByRole('heading', { name: 'Our Items' })).toBeVisible()
        await expect(cards.first().or(page.locator('main .spinner'))).toBeVisible()
        expect(await cards.count()).toBe(lives ? shown : 0)
        release()
        await expect(cards.first()).toBeVisible()
        await page.unroute('**/api/items?*')
      })
    }
  })
})

test('§9 Prices are shown in dollars', async ({ sharedPage }) => {
  const cards = (await sharedPage('/items', 'user')).getByRole('main').getByRole('article')
  await expect(cards.first()).toBeVisible()
  for (const card of await cards.all()) await expect(card.getByText(/^\$[\d,]+(\.\d\d)?$/)).toHaveCount(1)
})

const built = 'build/client/assets'

test('§9 No key is in the client: neither the image host’s nor the card provider’s', async ({ request }) => {
  const scripts = readdirSync(built).filter(name => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(5)
  for (const name of scripts) {
    expect(readFileSync(join(built, name), 'utf8'), name).not.toMatch(/[ps]k_(test|live)_\w{8,}|[?&]key=/)
  }
  expect(await (await request.get('/')).text()).not.toMatch(/[ps]k_(test|live)_/)
})

test('§9 The card provider’s publishable key is sent to signed-in users only', async ({ people }) => {
  expect((await people.visitor('GET', '/payment-options')).status()).toBe(401)
  const { cards } = await (await people.user.call('GET', '/payment-options')).json()
  expect(cards.publishableKey).toMatch(/^pk_/)
})

test('§7 The image goes to the shop, multipart field image, without a key; read at data.display_url', async ({
  people,
  request,
}) => {
  const answer = await request.post('/api/images', {
    headers: { authorization: `Bearer ${people.admin.token}` },
    multipart: {
      image: {
        name: 'clock.webp',
        mimeType: 'image/webp',
        buffer: readFileSync('public/pictures/desk-clock-480.webp'),
      },
    },
  })
  expect(answer.status()).toBe(201)
  const { data } = await answer.json()
  expect((await request.get(data.display_url)).headers()['content-type']).toBe('image/webp')
})

test('§7 The leftover GET /cars is not there, and no page requests it', async ({
  page,
  people,
  shop,
  user: _,
}) => {
  const hosts = new Set<string>()
  const requests: string[] = []
  page.on('request', asked => {
    hosts.add(new URL(asked.url()).origin)
    requests.push(new URL(asked.url()).pathname)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  for (const path of ['/items', '/dashboard']) {
    await navigateTo(page, path)
    await page.waitForLoadState('networkidle')
  }
  expect(requests.filter(path => path.includes('cars'))).toEqual([])
  expect([...hosts]).toEqual([shop.url])
  expect((await people.visitor('GET', '/cars')).status()).toBe(404)
})
