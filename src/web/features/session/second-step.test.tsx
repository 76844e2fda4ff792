import assert from 'node:assert/strict'
import { test } from 'vitest'
import { json, type Network, nothing, refusal } from '../../../../tests/helpers/web/network.ts'
import { ada, ann, as, asVisitor, known, tokenOf } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const { admin: _, ...user } = ann
const check = 'POST /api/auth/totp/check'
const enter = `PUT /api/users/${ann.email}`
const token = () => window.localStorage.getItem('accessToken')

/** An account that needs a code. */
const open = (): Network =>
  known(asVisitor(), ann)
    .on('POST /api/auth/sign-in', () => json({ user }))
    .on(
      enter,
      () => refusal('code_needed'),
      () => json({ token: tokenOf(ann) }),
    )
    .on(check, () => refusal('wrong_code', { fields: { code: 'This code is wrong.' } }), nothing)

async function givesCode(page: Visit): Promise<void> {
  await page.until(() => page.control('Continue'))
  await page.until(() => document.activeElement === page.field('Code'))
  await page.type('Code', '000000')
  await page.press('Continue')
  assert.deepEqual([page.complaint('Code'), token()], ['This code is wrong.', null])
  await page.type('Code', '123456')
  await page.press('Continue')
  await page.until(() => page.control('Logout'))
  assert.equal(token(), tokenOf(ann))
  assert.deepEqual(
    page.net.to(check).map(({ body }) => body),
    [{ code: '000000' }, { code: '123456' }],
  )
}

/** Fails if the refusal of the last step shows as an error of the form. */
test('an account with an app is asked for a code instead of the form', async t => {
  const page = await visit(t, '/items?search=oak', open())
  await page.until(() => page.control('Login', 'button'))
  await page.fill({ Email: ann.email, Password: 'hunter2' })
  await page.press('Login')
  await givesCode(page)
  await page.until(() => page.at() === '/items?search=oak')
})

test('a sign-in through a provider asks for the code too, and then leads to the remembered page', async t => {
  const page = await visit(t, `/login#${new URLSearchParams({ proven: ann.email, next: '/team' })}`, open())
  await givesCode(page)
  await page.until(() => page.at() === '/team')
})

test('Back returns to the form', async t => {
  const page = await visit(t, '/login', open())
  await page.until(() => page.control('Login', 'button'))
  await page.fill({ Email: ann.email, Password: 'hunter2' })
  await page.press('Login')
  await page.press('Back')
  assert.ok(page.control('Login', 'button'))
  assert.equal(token(), null)
})

/** Fails if the page makes its calls anyway: each is refused, and the page shows nothing but errors. */
test('an admin who still needs a second factor is told so, and the page makes no calls', async t => {
  const me = { ...ada, secondFactorNeeded: true }
  const page = await visit(t, '/dashboard/allUsers', as(me))
  await page.until(() => page.control('Go to My Profile'))
  assert.match(page.text, /Admins of this shop need a second factor/)
  assert.deepEqual(page.net.to('GET /api/users'), [])
  assert.equal(token(), tokenOf(ada))
})
