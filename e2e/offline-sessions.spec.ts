import { keptIn, openKept, withoutConnection } from './kept.ts'
import { allowErrors, expect, test } from './spec/fixtures.ts'
import { anOrder } from './spec/test-data.ts'

test.use({ serviceWorkers: 'allow' })

test.afterEach(({ consoleErrors }) => allowErrors(consoleErrors, withoutConnection))

for (const end of ['signs out', 'signs out without a connection', 'is signed out by the shop'] as const) {
  test(`nothing of a customer who ${end} is left on the device`, async ({
    page,
    context,
    people,
    newcomer,
    consoleErrors,
  }) => {
    await anOrder(people, newcomer)
    await openKept(page, '/dashboard/myOrder', /^session \/api\/myBooking/)
    if (end === 'is signed out by the shop') {
      expect((await newcomer.call('POST', '/auth/sign-out')).status()).toBe(204)
      await page.reload()
      await expect(page).toHaveURL('/login')
    } else {
      if (end === 'signs out without a connection') await context.setOffline(true)
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByRole('link', { name: 'LOGIN', exact: true })).toBeVisible()
    }
    await expect.poll(async () => (await keptIn(page)).filter(kept => kept.startsWith('session'))).toEqual([])
    await context.setOffline(true)
    await page.goto('/dashboard/myOrder')
    await expect(page).toHaveURL('/login')
    expect(await page.content()).not.toContain(newcomer.email)

    // The next one on the same device.
    await context.setOffline(false)
    const bob = await people.join('Bob Other')
    await page.evaluate(token => localStorage.setItem('accessToken', token), bob.token)
    await openKept(page, '/dashboard/myOrder', /^session \/api\/myBooking/)
    expect((await keptIn(page)).join()).not.toContain(encodeURIComponent(newcomer.email))
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText('You have not ordered anything yet.')).toBeVisible()
    allowErrors(consoleErrors, /401/)
  })
}

/** Fails if a change of user counts only where the page has seen it: the storage may be changed elsewhere. */
test('another user’s token finds nothing, and removes what was kept', async ({
  page,
  context,
  people,
  newcomer,
}) => {
  await anOrder(people, newcomer)
  await openKept(page, '/dashboard/myOrder', /^session \/api\/myBooking/)
  const bob = await people.join('Bob Other')
  await page.evaluate(token => localStorage.setItem('accessToken', token), bob.token)
  await context.setOffline(true)
  await page.goto('/dashboard/myOrder')
  await expect(page.getByRole('alert').filter({ hasText: 'check your connection' })).toBeVisible()
  expect(await page.content()).not.toContain(newcomer.email)
  await expect.poll(async () => (await keptIn(page)).join()).not.toContain('/api/myBooking')
})
