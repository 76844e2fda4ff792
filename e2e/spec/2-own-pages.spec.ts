import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { nextRequest } from './requests.ts'

const profile = {
  address: '9 Known Street',
  education: 'School of life',
  linkedin: 'https://linkedin.example/ann',
  mobileNumber: '555 0142',
}

test("§2 My profile: 'Welcome to your profile'", async ({ sharedPage }) => {
  const page = await sharedPage('/dashboard', 'user')
  await expect(page.getByRole('heading', { level: 2 })).toContainText(['Welcome to your profile'])
})

const detail = (page: Page, term: string) =>
  page
    .locator('main dl > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .getByRole('definition')

test('§2 My profile: shows email', async ({ sharedPage, people }) => {
  const page = await sharedPage('/dashboard', 'user')
  await expect(page.getByRole('definition').filter({ hasText: people.user.email })).toBeVisible()
})

test('§2 My profile: the form and the details on the page', async ({
  page,
  newcomer: { name, email, call },
}) => {
  await page.goto('/dashboard')
  const submit = page.getByRole('button', { name: 'ADD OR UPDATE PROFILE', exact: true })
  const sent: [string, unknown][] = []
  page.on('request', request => {
    if (request.method() !== 'GET') sent.push([request.method(), request.postDataJSON()])
  })
  await test.step('§1 Signed-in users manage their own profile', async () => {
    await page.getByLabel('Mobile number').fill(profile.mobileNumber)
    await page.getByLabel('Address').fill(profile.address)
    await page.getByLabel('Education').fill(profile.education)
    await page.getByLabel('LinkedIn').fill(profile.linkedin)
    await submit.click()
    await expect(detail(page, 'Education')).toHaveText(profile.education)
    expect(await (await call('GET', `/myProfile/${email}`)).json()).toMatchObject(profile)
  })
  await test.step('§7 POST /myProfile then PUT /myProfile: both sent in sequence on every submit', async () => {
    await expect(submit).toBeEnabled()
    await submit.click()
    await expect.poll(() => sent.length).toBe(4)
    const body = { name, email, ...profile }
    expect(sent).toEqual(['POST', 'PUT', 'POST', 'PUT'].map(method => [method, body]))
    await expect(submit).toBeEnabled()
  })
  for (const { fact, term, value } of [
    { fact: 'name', term: 'Name', value: 'Ann Example' },
    { fact: 'address', term: 'Address', value: profile.address },
    { fact: 'education', term: 'Education', value: profile.education },
    { fact: 'mobile number', term: 'Mobile number', value: profile.mobileNumber },
  ]) {
    await test.step(`§2 My profile: shows ${fact}`, () => expect(detail(page, term)).toHaveText(value))
  }
  await test.step('§2 My profile: shows the linkedin link', async () => {
    const link = page.locator('main dl').getByRole('link', { name: profile.linkedin })
    await expect(link).toHaveAttribute('href', profile.linkedin)
  })
  for (const label of ['Mobile number', 'Address', 'Education', 'LinkedIn']) {
    await test.step(`§2 My profile: the form changes ${label}`, async () => {
      const changed = `https://changed.example/${label.replace(' ', '-')}`
      await page.getByLabel(label, { exact: true }).fill(changed)
      await submit.click()
      await expect(detail(page, label)).toHaveText(changed)
      const saved = Object.values(await (await call('GET', `/myProfile/${email}`)).json())
      expect(saved.filter(value => value === changed)).toHaveLength(1)
    })
  }
})

test("§2 My review: 'Welcome to your Review'", async ({ sharedPage }) => {
  const page = await sharedPage('/dashboard/myReview', 'user')
  await expect(page.getByRole('heading', { level: 2 })).toContainText(['Welcome to your Review'])
})

for (const { field, label } of [
  { field: 'name', label: 'Name' },
  { field: 'comment', label: 'Comment' },
]) {
  test(`§2 My review: ${field}`, async ({ sharedPage }) => {
    const input = (await sharedPage('/dashboard/myReview', 'user')).getByLabel(label, { exact: true })
    await expect(input).toBeEditable()
    await expect(input).toHaveValue('')
  })
}

test('§2 My review: the form', async ({ page, people, user }) => {
  await page.goto('/dashboard/myReview')
  const send = page.getByRole('button', { name: 'REVIEW SUBMIT', exact: true })
  const review = async (comment: string) => {
    await page.getByLabel('Name', { exact: true }).fill('Ann Example')
    await page.getByLabel('Comment').fill(comment)
    const call = nextRequest(page, 'POST', '/api/myReview')
    await send.click()
    return (await call).postDataJSON()
  }
  await test.step('§2 My review: button REVIEW SUBMIT', async () => {
    await send.click()
    await expect(page.getByText('Comment is required')).toBeVisible()
  })
  await test.step('§3 Review form: what the star control shows is what is sent, 2 when nothing was chosen', async () => {
    await expect(page.getByRole('radio', { name: '2 stars' })).toBeChecked()
    expect(await review('Neither good nor bad.')).toMatchObject({ starRating: 2 })
  })
  await expect(page.getByLabel('Comment')).toHaveValue('')
  const comment = `Read by visitors, written by ${user.email}`
  await test.step('§2 My review: star rating input', async () => {
    const stars = page.getByRole('group', { name: 'Star rating' }).getByRole('radio')
    await expect(stars).toHaveCount(5)
    await stars.nth(4).check({ force: true })
    await expect(stars.nth(4)).toBeChecked()
  })
  await test.step('§7 POST /myReview: name, comment, starRating', async () => {
    expect(await review(comment)).toEqual({ name: 'Ann Example', comment, starRating: 5 })
  })
  await test.step('§1 Signed-in users write a review, and visitors read it', async () => {
    await expect(page.getByText('Thank you for your review').last()).toBeVisible()
    await expect(page.getByLabel('Comment')).toHaveValue('')
    expect(await (await people.visitor('GET', '/reviews')).text()).toContain(comment)
  })
})
