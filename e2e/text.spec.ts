import type { Page } from '@playwright/test'
import { expect, navigateTo, type Person, signIn, test } from './spec/fixtures.ts'
import { anItem, loadUntilVisible, orderBody } from './spec/test-data.ts'

/** Text that would send a request if a page rendered it as HTML. */
const hostile = (where: string) =>
  `<script>fetch('/stolen?${where}')</script><img src=/stolen?${where} onerror="fetch('/stolen?${where}')">`

const visible = (where: string) => `<script>fetch('/stolen?${where}')</script>`

/** The page shows each text verbatim, and no element was made from one, whatever the policy would stop. */
async function readsAsText(page: Page, ...where: string[]): Promise<void> {
  for (const name of where)
    await expect(page.getByText(visible(name)).filter({ visible: true }).first(), name).toBeVisible()
  await expect(page.locator('[src*="stolen"], [onerror], a[href^="javascript:"]')).toHaveCount(0)
  const made = await page.locator('script').allTextContents()
  expect(made.filter(text => text.trim().startsWith('fetch('))).toEqual([])
}

/**
 * Covers each field on the pages that show it. Fails with dangerouslySetInnerHTML for the description in item-card.tsx.
 */
test('text that looks like a script is shown as text, wherever it was typed', async ({ page, people }) => {
  const calls: string[] = []
  page.on('request', request => {
    if (request.url().includes('stolen')) calls.push(request.url())
  })
  page.on('dialog', dialog => calls.push(dialog.message()))
  const item = await anItem(people, hostile('item'), { description: hostile('description') })
  const person: Person = await people.join(hostile('person'))
  const profile = { name: person.name, email: person.email, mobileNumber: visible('tel').slice(0, 40) }
  const rest = { address: hostile('home'), education: hostile('school'), linkedin: 'javascript:alert(1)' }
  expect((await person.call('POST', '/myProfile', { ...profile, ...rest })).status()).toBe(201)
  const words = { name: hostile('reviewer').slice(0, 120), comment: hostile('comment'), starRating: 1 }
  expect((await person.call('POST', '/myReview', words)).status()).toBe(201)
  const order = { ...orderBody(person, item, 1), ownerName: hostile('owner').slice(0, 120) }
  const placed = await person.call('POST', '/booking', { ...order, address: hostile('address') })
  expect(placed.status(), await placed.text()).toBe(201)
  const { _id } = (await placed.json()) as { _id: string }

  await signIn(page, person)
  for (const [path, ...where] of [
    ['/', 'reviewer', 'comment'],
    [`/items/${item._id}`, 'item', 'description'],
  ] as const) {
    await page.goto(path)
    await readsAsText(page, ...where)
  }
  // The server renders those two pages; the browser renders the next ones.
  for (const [path, ...where] of [
    ['/items?sort=newest', 'item', 'description'],
    ['/dashboard', 'person', 'home', 'school'],
    ['/dashboard/myOrder', 'item', 'owner', 'address'],
    [`/dashboard/payment/${_id}`, 'item', 'owner', 'address'],
  ] as const) {
    await navigateTo(page, path)
    await expect(page).toHaveURL(path)
    await readsAsText(page, ...where)
  }
  // A page without the shop's script, because the payment page may load the order again as somebody else.
  await page.goto('/robots.txt')
  await page.evaluate(token => localStorage.setItem('accessToken', token), people.admin.token)
  await page.goto('/dashboard/manageItems')
  await loadUntilVisible(page, visible('item'))
  await readsAsText(page, 'item')
  await navigateTo(page, '/dashboard/manageAllOrders')
  await page
    .getByRole('row')
    .filter({ hasText: visible('item') })
    .first()
    .getByRole('link', { name: /^Details/ })
    .click()
  const details = page.getByRole('dialog')
  for (const name of ['item', 'owner', 'address']) await expect(details).toContainText(visible(name))
  await readsAsText(page, 'item')
  expect(calls).toEqual([])
  await people.admin.call('DELETE', `/item/${item._id}`)
})
