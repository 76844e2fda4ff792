import { expectAccessible } from './accessible.ts'
import { allowErrors, expect, signIn, test } from './spec/fixtures.ts'
import { anItem } from './spec/test-data.ts'

test('an admin reads their last action in the audit log, at both widths and in both themes', async ({
  page,
  people,
  admin: _,
}) => {
  const ann = await people.join()
  await people.admin.call('PUT', `/adminUser/${ann.email}`)
  const item = await anItem(people, `Audited Spoon ${process.pid}`)
  await page.goto('/dashboard/allUsers')
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page).toHaveURL('/dashboard/allUsers?audit=log')
  const panel = page.getByRole('dialog', { name: 'Audit log' })
  const latest = panel.getByRole('listitem').first()
  await expect(latest).toContainText(`Audited Spoon ${process.pid}`)
  await panel.getByLabel('Search the log').fill('role given')
  await expect(latest).toContainText('Admin role given')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toBe('audit-log.csv')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/dashboard/allUsers')
  await people.admin.call('DELETE', `/item/${item._id}`)
})

test('a user downloads their data, reads what is erased and what stays, and erases their account', async ({
  page,
  people,
  consoleErrors,
}) => {
  const ann = await people.join()
  await signIn(page, ann)
  await page.goto('/dashboard')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toBe('my-data.json')
  await page.getByRole('link', { name: 'Erase my account' }).click()
  const panel = page.getByRole('dialog', { name: 'Erase my account' })
  await expect(panel.getByRole('heading', { name: 'What we keep, and why' })).toBeVisible()
  await expectAccessible(page)
  await panel.getByLabel('Your password').fill('not this one')
  await panel.getByRole('button', { name: 'Erase my account' }).click()
  await expect(panel.getByText('This is not your password.')).toBeVisible()
  await panel.getByLabel('Your password').fill(ann.password)
  await panel.getByRole('button', { name: 'Erase my account' }).click()
  await expect(page.getByText('Your account is erased.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  allowErrors(consoleErrors, /status of 401/)
})
