import { type TestContext, test } from 'vitest'
import { json, type RecordedCall, refusal } from '../../../tests/helpers/web/network.ts'
import { ann, as, bob, known, order, tokenOf } from '../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../tests/helpers/web/visit.tsx'
import { queryClient } from '../api/query-client.ts'

const paid = { ...order, paid: true, transactionId: 'pi_1' }

/** Ann has opened her order; Bob comes after her in the same tab. */
async function annsOrder(t: TestContext): Promise<Visit> {
  const isAnn = ({ headers }: RecordedCall) => headers.get('authorization') === `Bearer ${tokenOf(ann)}`
  const net = known(as(ann), ann, bob)
    .on('GET /api/payment-options', () => json({ cards: null, emails: false }))
    .on(`GET /api/booking/${order._id}`, asked => (isAnn(asked) ? json(paid) : refusal('not_found')))
  const page = await visit(t, `/dashboard/payment/${order._id}`, net)
  await page.until(() => /Ann Example/.test(page.text))
  return page
}

async function seesNothing(page: Visit): Promise<void> {
  await page.until(() => page.control('Logout') && !/Ann Example/.test(page.text))
  await page.until(() => /There is no such order/.test(page.text))
}

/** Fails if cached data outlives its token: an order is keyed by its id alone. */
test('a user who takes over from another tab does not see the previous user’s order', async t => {
  const page = await annsOrder(t)
  window.localStorage.setItem('accessToken', tokenOf(bob))
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }))
  await seesNothing(page)
})

test('neither does a user who signs in after the session expired and returns to the same page', async t => {
  const page = await annsOrder(t)
  page.net
    .on('GET /api/auth/me', () => refusal('signed_out'))
    .on('POST /api/auth/sign-in', () => json({ user: bob }))
    .on(`PUT /api/users/${bob.email}`, () => json({ token: tokenOf(bob) }))
  void queryClient().invalidateQueries({ queryKey: ['session'] })
  await page.until(() => page.control('Login', 'button'))
  known(page.net, bob)
  await page.fill({ Email: bob.email, Password: 'a good password' })
  await page.press('Login')
  await page.until(() => page.at() === `/dashboard/payment/${order._id}`)
  await seesNothing(page)
})
