import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { asOf, expectKept, keptIn, openKept, said, withoutConnection } from './kept.ts'
import { payButton, typeCard } from './paying.ts'
import { allowErrors, expect, test } from './spec/fixtures.ts'
import { anItem, anOrder, fillOrder, goods, rowOf } from './spec/test-data.ts'

test.use({ serviceWorkers: 'allow' })

test.afterEach(({ consoleErrors }) => allowErrors(consoleErrors, withoutConnection))

const sent = (page: Page): string[] => {
  const found: string[] = []
  page.on('request', request => request.method() !== 'GET' && found.push(request.url()))
  return found
}

/** In 6ceb9a3 the button spins, and the order is placed by itself when the connection is back. */
test('an order without a connection is refused at once, keeps what was typed, and is never sent by itself', async ({
  page,
  context,
  newcomer,
}) => {
  await openKept(page, `/items/${goods.mug}`, `session /api/items/${goods.mug}`)
  await fillOrder(page, '3')
  const changes = sent(page)
  await context.setOffline(true)
  await expect(said(page)).toHaveText(asOf)
  await page.getByRole('button', { name: 'ORDER NOW' }).click()
  await expect(page.getByText('You are offline. Nothing was sent.')).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Ann Example')
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('3')
  await context.setOffline(false)
  await expect(said(page)).toBeHidden()
  await expect(page.getByLabel('Address')).toHaveValue('1 Test Street')
  expect(changes).toEqual([])
  expect(await (await newcomer.call('GET', `/myBooking/${newcomer.email}`)).json()).toEqual([])
  await page.getByRole('button', { name: 'ORDER NOW' }).click()
  await expect(page.getByRole('heading', { name: 'Your order is placed' })).toBeVisible()
  expect(await (await newcomer.call('GET', `/myBooking/${newcomer.email}`)).json()).toHaveLength(1)
})

test('a search without a connection says so at once, and shows its results when there is one', async ({
  page,
  context,
  newcomer: _,
}) => {
  await openKept(page, '/items', 'session /api/items?limit=12')
  await context.setOffline(true)
  await page.getByLabel('Search items').fill('walnut')
  await expect(page.getByRole('alert').filter({ hasText: 'check your connection' })).toBeVisible()
  await expect(page.getByLabel('Search items')).toHaveValue('walnut')
  await context.setOffline(false)
  await expect(page.getByRole('link', { name: /^ORDER NOW: Walnut/ }).first()).toBeVisible()
  await expect(said(page)).toBeHidden()
})

/** Fails if the press reaches the card provider, which may try again by itself. */
test('a payment without a connection is refused at once and never made by itself', async ({
  page,
  context,
  people,
  newcomer,
}) => {
  const { _id } = await anOrder(people, newcomer)
  await openKept(page, `/dashboard/payment/${_id}`, `session /api/booking/${_id}`)
  await typeCard(page, '4242424242424242')
  await expect(payButton(page)).toBeEnabled()
  const changes = sent(page)
  await context.setOffline(true)
  await payButton(page).click()
  await expect(page.getByText('You are offline. Nothing was charged.')).toBeVisible()
  await context.setOffline(false)
  await expect(said(page)).toBeHidden()
  expect(changes).toEqual([])
  expect(await (await newcomer.call('GET', `/booking/${_id}`)).json()).toMatchObject({ paid: false })
  await expect(
    page.frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Card number'),
  ).toHaveValue(/4242/)
  await payButton(page).click()
  await expect(page.getByText('Congrats Your payment is completed')).toBeVisible()
})

test('seen pages stay readable without a connection, marked with their age', async ({
  page,
  context,
  people,
  newcomer,
}) => {
  const { _id } = await anOrder(people, newcomer)
  await openKept(page, '/items', 'session /api/items?limit=12', 'pages /dashboard/myOrder')
  await page.getByRole('link', { name: 'ORDER NOW: Stoneware Mug' }).click()
  await expectKept(page, `session /api/items/${goods.mug}`)
  await page.goto('/dashboard/myOrder')
  await expectKept(page, /^session \/api\/itemPictures/)
  await page.getByRole('link', { name: 'Stoneware Mug Details' }).click()
  await expectKept(page, `session /api/booking/${_id}/timeline`)
  await page.goto('/dashboard')
  await expectKept(page, `session /api/myProfile/${encodeURIComponent(newcomer.email)}`)
  await context.setOffline(true)

  await page.goto('/dashboard/myOrder')
  await expect(rowOf(page, newcomer.email)).toContainText('Unpaid')
  await expect(said(page)).toHaveText(asOf)
  await page.getByRole('link', { name: 'Stoneware Mug Details' }).click()
  await expect(page.getByRole('dialog').getByText('What happened')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('main')).toContainText(newcomer.email)
  await expect(said(page)).toHaveText(asOf)
  await page.goto(`/items/${goods.mug}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Stoneware Mug' })).toBeVisible()
  await expect(said(page)).toHaveText(asOf)
  // Where an installed shop starts.
  await page.goto('/items')
  await expect(page.getByRole('link', { name: 'ORDER NOW: Stoneware Mug' })).toBeVisible()
  await expect(said(page)).toHaveText(asOf)
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(said(page)).toBeHidden()
})

test('every link of the menu ends on a page of the shop', async ({ page, context, newcomer: _ }) => {
  await openKept(page, '/', 'pages /dashboard/payment/-', /^session \/session/)
  await context.setOffline(true)
  const bar = page.getByRole('navigation', { name: 'Main' })
  for (const [link, heading] of [
    ['Items', 'Our Items'],
    ['Team', 'Our Team'],
    ['Portfolio', /.+/],
    ['Dashboard', 'Welcome to your Dashboard'],
    ['Home', /.+/],
  ] as const) {
    await bar.getByRole('link', { name: link, exact: true }).click()
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expect(said(page)).toHaveText(/^You are offline\./)
  }
  await page.goto('/dashboard')
  for (const [link, heading] of [
    ['Add a Review', 'Welcome to your Review'],
    ['My Orders', 'Welcome to your Order'],
    ['My Profile', 'Welcome to your profile'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(page.getByText('Tuckshop', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

/** Fails if the router's own answer to a missing script is all that happens: it loads the same page again. */
test('an admin page that was never opened says so, and nothing of admin pages is kept', async ({
  page,
  context,
  admin: _,
}) => {
  await openKept(page, '/dashboard/manageAllOrders', /^session \/session/, /^pages \/dashboard\/payment/)
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.goto('/dashboard/myOrder')
  await expectKept(page, /^session \/api\/myBooking/)
  await expect(page.getByRole('link', { name: 'All Users' })).toBeVisible()
  const kept = await keptIn(page)
  expect(
    kept.filter(entry =>
      /manage|allUsers|addItem|all-users|\/api\/(booking|users|waiting|insights)/.test(entry),
    ),
  ).toEqual(kept.filter(entry => /^files \/assets\/manage-all-orders-/.test(entry)))
  await context.setOffline(true)
  await page.getByRole('link', { name: 'All Users' }).click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to your Order' })).toBeVisible()
  await page.goto('/dashboard/manageAllOrders')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
})

test('with a connection the shop’s own answer is shown, and what it takes back is not kept', async ({
  page,
  context,
  people,
  newcomer: _,
  consoleErrors,
}) => {
  const { _id } = await anItem(people, 'Elm Bowl')
  const path = `/items/${_id}`
  await openKept(page, path, `session /api${path}`)
  const change = async (changes: object) => {
    const { version } = await (await people.admin.call('GET', `/item/${_id}`)).json()
    expect((await people.admin.call('PATCH', `/item/${_id}`, { version, ...changes })).ok()).toBe(true)
  }
  await change({ name: 'Ash Bowl' })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ash Bowl')
  await change({ hidden: true })
  await page.reload()
  await expect(page.getByText('This item is no longer on sale.')).toBeVisible()
  await expect.poll(async () => (await keptIn(page)).join()).not.toContain(`/api${path}`)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'check your connection' })).toBeVisible()
  expect(await page.content()).not.toContain('Bowl')
  allowErrors(consoleErrors, /404/)
})

test('the worker starts after the page, and leaves videos and calls of others alone', async ({
  page,
  request,
}) => {
  const worker = await request.get('/sw.js')
  expect(worker.headers()['cache-control']).toBe('no-cache')
  expect(worker.headers()['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
  await openKept(page, '/', 'pages /items/-')
  await page.reload()
  const part = await page.evaluate(async () => {
    const answer = await fetch('/video/tour.mp4', { headers: { range: 'bytes=0-9' } })
    return [answer.status, (await answer.arrayBuffer()).byteLength]
  })
  expect(part).toEqual([206, 10])
  await page.evaluate(() => fetch('/api/auth/options'))
  expect((await keptIn(page)).filter(kept => /video|options|robots/.test(kept))).toEqual([])
})
