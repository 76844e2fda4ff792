import { expect, type Person, signIn, test } from './spec/fixtures.ts'
import { anItem, orderBody } from './spec/shelf.ts'

/** Text that would call home if any page took it for more than text. */
const hostile = (where: string) =>
  `<script>fetch('/stolen?${where}')</script><img src=/stolen?${where} onerror="fetch('/stolen?${where}')">`

const visible = (where: string) => `<script>fetch('/stolen?${where}')</script>`

/** Each of these fields on every page that shows it; with dangerouslySetInnerHTML in item-card.tsx this fails. */
test('text that looks like a script is shown as text, wherever it was typed', async ({ page, people }) => {
  const calls: string[] = []
  page.on('request', request => {
    if (request.url().includes('stolen')) calls.push(request.url())
  })
  page.on('dialog', dialog => calls.push(dialog.message()))
  const item = await anItem(people, hostile('item'), { description: hostile('description') })
  const person: Person = await people.join(hostile('person'))
  const profile = { name: person.name, email: person.email, mobileNumber: hostile('mobile').slice(0, 40) }
  const rest = { address: hostile('home'), education: hostile('school'), linkedin: 'javascript:alert(1)' }
  expect((await person.call('POST', '/myProfile', { ...profile, ...rest })).status()).toBe(201)
  const words = { name: hostile('reviewer').slice(0, 120), comment: hostile('comment'), starRating: 1 }
  expect((await person.call('POST', '/myReview', words)).status()).toBe(201)
  const order = { ...orderBody(person, item, 1), ownerName: hostile('owner').slice(0, 120) }
  const placed = await person.call('POST', '/booking', { ...order, address: hostile('address') })
  expect(placed.status(), await placed.text()).toBe(201)
  const { _id } = (await placed.json()) as { _id: string }

  const own: [string, string][] = [
    ['/', visible('comment')],
    [`/items/${item._id}`, visible('description')],
    ['/dashboard', visible('school')],
    ['/dashboard/myOrder', visible('address')],
    [`/dashboard/payment/${_id}`, visible('item')],
  ]
  await signIn(page, person)
  for (const [path, text] of own) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByText(text).first()).toBeVisible()
  }
  await expect(page.locator('a[href^="javascript:"]')).toHaveCount(0)
  await page.evaluate(token => localStorage.setItem('accessToken', token), people.admin.token)
  for (const path of ['/dashboard/manageItems', '/dashboard/manageAllOrders', '/items?sort=newest']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    if (path.endsWith('manageItems')) await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.getByText(visible('item')).first()).toBeVisible()
  }
  expect(calls).toEqual([])
  await people.admin.call('DELETE', `/item/${item._id}`)
})
