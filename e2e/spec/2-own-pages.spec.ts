import type { Page } from '@playwright/test'
import { payButton } from '../paying.ts'
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

test('§2 My profile: shows what was given', async ({ page, newcomer: { name, email, call } }) => {
  await call('PUT', '/myProfile', { name, email, ...profile })
  await page.goto('/dashboard')
  for (const { fact, term, value } of [
    { fact: 'name', term: 'Name', value: 'Ann Example' },
    { fact: 'address', term: 'Address', value: profile.address },
    { fact: 'education', term: 'Education', value: profile.education },
    { fact: 'mobile number', term: 'Mobile number', value: profile.mobileNumber },
  ]) {
    await test.step(`§2 My profile: shows ${fact}`, async () => {
      await expect(detail(page, term)).toHaveText(value)
    })
  }
  await test.step('§2 My profile: shows the linkedin link', async () => {
    const link = page.locator('main dl').getByRole('link', { name: profile.linkedin })
    await expect(link).toHaveAttribute('href', profile.linkedin)
  })
})

const detail = (page: Page, term: string) =>
  page
    .locator('main dl > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .getByRole('definition')

test('§2 My profile: shows email', async ({ glance, people }) => {
  const page = await glance('/dashboard', 'user')
  await expect(page.getByRole('definition').filter({ hasText: people.user.email })).toBeVisible()
})

test('§2 My profile: the form', async ({ page, newcomer: { name, email, call } }) => {
  await call('PUT', '/myProfile', { name, email, ...profile })
  await page.goto('/dashboard')
  for (const label of ['Mobile number', 'Address', 'Education', 'LinkedIn']) {
    await test.step(`§2 My profile: the form changes ${label}`, async () => {
      const changed = `https://changed.example/${label.replace(' ', '-')}`
      await page.getByLabel(label, { exact: true }).fill(changed)
      await page.getByRole('button', { name: 'ADD OR UPDATE PROFILE', exact: true }).click()
      await expect(detail(page, label)).toHaveText(changed)
      const kept = Object.values(await (await call('GET', `/myProfile/${email}`)).json())
      expect(kept.filter(value => value === changed)).toHaveLength(1)
    })
  }
})

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

test('§2 My review: the form', async ({ page, user: _ }) => {
  await page.goto('/dashboard/myReview')
  await test.step('§2 My review: star rating input', async () => {
    const stars = page.getByRole('group', { name: 'Star rating' }).getByRole('radio')
    await expect(stars).toHaveCount(5)
    await stars.nth(4).check({ force: true })
    await expect(stars.nth(4)).toBeChecked()
  })
  await test.step('§2 My review: button REVIEW SUBMIT', async () => {
    await page.getByRole('button', { name: 'REVIEW SUBMIT', exact: true }).click()
    await expect(page.getByText('Comment is required')).toBeVisible()
  })
})

test('§2 Route /dashboard/payment/{id}: a signed-in user pays for booking {id}', async ({
  page,
  people,
  newcomer,
}) => {
  const { _id } = await anOrder(people, newcomer, 5)
  await page.goto(`/dashboard/payment/${_id}`)
  await test.step("§2 Payment page: 'Please pay for {id} for {item name}'", async () => {
    const heading = page.getByRole('heading', { level: 2, name: 'Please pay for' })
    await expect(heading).toHaveText(`Please pay for ${_id} for Stoneware Mug`)
  })
  await test.step('§2 Payment page: greeting with the owner name, and the amount in dollars', async () => {
    await expect(page.getByText('Hello, Ann Example')).toBeVisible()
    await expect(page.getByText('$110', { exact: true })).toBeVisible()
  })
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]')
  const fields = ['Card number', 'Expiration date', 'Security code'].map(label => frame.getByLabel(label))
  await test.step('§2 Payment page: card entry and a Pay button', async () => {
    for (const field of fields) await expect(field).toBeEditable()
    await expect(payButton(page)).toBeEnabled()
    await expect(payButton(page)).toHaveText('Pay $110')
  })
  await test.step('§9 Card form text size 16 px', async () => {
    for (const field of fields) await expect(field).toHaveCSS('font-size', '16px')
  })
})
