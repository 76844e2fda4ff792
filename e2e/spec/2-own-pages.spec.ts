import { expect, test } from './fixtures.ts'
import { anOrder } from './shelf.ts'

const profile = {
  address: '9 Known Street',
  education: 'School of life',
  linkedin: 'https://linkedin.example/ann',
  mobileNumber: '555 0142',
}

test("§2 My profile: 'Welcome to your profile'", async ({ glance }) => {
  const page = await glance('/dashboard', 'user')
  await expect(page.getByRole('heading', { level: 2 })).toContainText(['Welcome to your profile'])
})

for (const { fact, term, value } of [
  { fact: 'name', term: 'Name', value: 'Ann Example' },
  { fact: 'address', term: 'Address', value: profile.address },
  { fact: 'education', term: 'Education', value: profile.education },
  { fact: 'mobile number', term: 'Mobile number', value: profile.mobileNumber },
]) {
  test(`§2 My profile: shows ${fact}`, async ({ page, newcomer: { name, email, call } }) => {
    await call('PUT', '/myProfile', { name, email, ...profile })
    await page.goto('/dashboard')
    const row = page.locator('main dl > div').filter({ has: page.getByText(term, { exact: true }) })
    await expect(row.getByRole('definition')).toHaveText(value)
  })
}

test('§2 My profile: shows email', async ({ glance, people }) => {
  const page = await glance('/dashboard', 'user')
  await expect(page.getByRole('definition').filter({ hasText: people.user.email })).toBeVisible()
})

test('§2 My profile: shows the linkedin link', async ({ page, newcomer: { name, email, call } }) => {
  await call('PUT', '/myProfile', { name, email, ...profile })
  await page.goto('/dashboard')
  const link = page.locator('main dl').getByRole('link', { name: profile.linkedin })
  await expect(link).toHaveAttribute('href', profile.linkedin)
})

for (const label of ['Mobile number', 'Address', 'Education', 'LinkedIn']) {
  test(`§2 My profile: the form changes ${label}`, async ({ page, newcomer: { name, email, call } }) => {
    await call('PUT', '/myProfile', { name, email, ...profile })
    await page.goto('/dashboard')
    await page.getByLabel(label, { exact: true }).fill('https://changed.example/')
    await page.getByRole('button', { name: 'ADD OR UPDATE PROFILE', exact: true }).click()
    const row = page.locator('main dl > div').filter({ has: page.getByText(label, { exact: true }) })
    await expect(row.getByRole('definition')).toHaveText('https://changed.example/')
    const kept = Object.values(await (await call('GET', `/myProfile/${email}`)).json())
    expect(kept.filter(value => value === 'https://changed.example/')).toHaveLength(1)
  })
}

test("§2 My review: 'Welcome to your Review'", async ({ glance }) => {
  const page = await glance('/dashboard/myReview', 'user')
  await expect(page.getByRole('heading', { level: 2 })).toContainText(['Welcome to your Review'])
})

for (const { field, label } of [
  { field: 'name', label: 'Name' },
  { field: 'comment', label: 'Comment' },
]) {
  test(`§2 My review: ${field}`, async ({ glance }) => {
    const input = (await glance('/dashboard/myReview', 'user')).getByLabel(label, { exact: true })
    await expect(input).toBeEditable()
    await expect(input).toHaveValue('')
  })
}

test('§2 My review: star rating input', async ({ page, user: _ }) => {
  await page.goto('/dashboard/myReview')
  const stars = page.getByRole('group', { name: 'Star rating' }).getByRole('radio')
  await expect(stars).toHaveCount(5)
  await stars.nth(4).check({ force: true })
  await expect(stars.nth(4)).toBeChecked()
})

test('§2 My review: button REVIEW SUBMIT', async ({ page, user: _ }) => {
  await page.goto('/dashboard/myReview')
  await page.getByRole('button', { name: 'REVIEW SUBMIT', exact: true }).click()
  await expect(page.getByText('Comment is required')).toBeVisible()
})

test("§2 Payment page: 'Please pay for {id} for {item name}'", async ({ page, people, newcomer }) => {
  const { _id } = await anOrder(people, newcomer)
  await page.goto(`/dashboard/payment/${_id}`)
  const heading = page.getByRole('heading', { level: 2, name: 'Please pay for' })
  await expect(heading).toHaveText(`Please pay for ${_id} for Stoneware Mug`)
})

test('§2 Payment page: greeting with the owner name, and the amount in dollars', async ({
  page,
  people,
  newcomer,
}) => {
  const { _id } = await anOrder(people, newcomer, 5)
  await page.goto(`/dashboard/payment/${_id}`)
  await expect(page.getByText('Hello, Ann Example')).toBeVisible()
  await expect(page.getByText('$110', { exact: true })).toBeVisible()
})

test('§2 Payment page: card entry and a Pay button', async ({ page, people, newcomer }) => {
  const { _id } = await anOrder(people, newcomer)
  await page.goto(`/dashboard/payment/${_id}`)
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]')
  for (const label of ['Card number', 'Expiration date', 'Security code']) {
    await expect(frame.getByLabel(label)).toBeEditable()
  }
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled()
})
