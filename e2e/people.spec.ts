import { expect, signIn, test } from './spec/fixtures.ts'
import { rowOf } from './spec/test-data.ts'

test('an admin finds a user by name and demotes another, who loses the role at once', async ({
  page,
  browser,
  people,
  admin: _,
}) => {
  const [zoe, other] = [await people.join('Zoë Quill'), await people.join()]
  await zoe.call('PUT', '/myProfile', {
    name: 'Zoë Quill',
    email: zoe.email,
    address: 'a',
    education: 'e',
    linkedin: 'l',
    mobileNumber: '1',
  })
  for (const { email } of [zoe, other]) await people.admin.call('PUT', `/adminUser/${email}`)

  await page.goto('/dashboard/allUsers')
  await expect(rowOf(page, other.email)).toBeVisible()
  await page.getByLabel('Search users').fill('quill ZOE')
  await expect(page).toHaveURL('/dashboard/allUsers?search=quill+ZOE')
  await expect(rowOf(page, other.email)).toHaveCount(0)
  const row = rowOf(page, zoe.email)
  await expect(row).toContainText('Zoë Quill')
  await expect(row).toContainText('Already have been Admin')

  const elsewhere = await browser.newContext()
  const hers = await elsewhere.newPage()
  await hers.goto('/icon.svg')
  await signIn(hers, zoe)
  await hers.goto('/dashboard')
  await expect(hers.getByRole('link', { name: 'All Users' })).toBeVisible()

  await row.getByRole('link', { name: 'Remove admin role' }).click()
  await expect(page).toHaveURL(/role=/)
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await row.getByRole('link', { name: 'Remove admin role' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove role' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText(`${zoe.email} is no longer an admin`)).toBeVisible()
  // The link that had the focus is gone, so the focus moved to its replacement.
  await expect(row.locator(':focus')).toHaveText('Admin')
  await hers.reload()
  await expect(hers.getByRole('link', { name: 'My Orders' })).toBeVisible()
  await expect(hers.getByRole('link', { name: 'All Users' })).toHaveCount(0)
  await elsewhere.close()
})

/** Fails if the cached home page lags: the first visitor after the press would still read the review. */
test('an answered review is on the home page, and disappears as soon as an admin hides it', async ({
  page,
  request,
  people,
  admin: _,
}) => {
  const comment = `Rude words ${Date.now()}`
  const writer = await people.join()
  await writer.call('POST', '/myReview', { name: 'Rude Writer', comment, starRating: 1 })
  const home = async () => (await request.get('/')).text()
  expect(await home()).toContain(comment)

  await page.goto('/dashboard/myReview')
  const review = page.getByRole('listitem').filter({ hasText: comment })
  await review.getByRole('button', { name: 'Reply' }).click()
  const answer = page.getByLabel('Reply', { exact: true })
  await expect(answer).toBeFocused()
  await answer.fill('We are sorry to read this.')
  await page.getByRole('button', { name: 'Save reply' }).click()
  await expect(review).toContainText('Reply from Tuckshop')
  await expect(review.getByRole('button', { name: 'Edit reply' })).toBeVisible()
  expect(await home()).toContain('We are sorry to read this.')

  await review.getByRole('button', { name: 'Hide' }).click()
  await expect(review.getByText('Hidden', { exact: true })).toBeVisible()
  expect(await home()).not.toContain(comment)
  await page.goto('/')
  await expect(page.getByText(comment)).toHaveCount(0)
})
