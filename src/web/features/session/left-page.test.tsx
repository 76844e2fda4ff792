import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import { json } from '../../../../tests/helpers/web/network.ts'
import { ann, asVisitor, known, tokenOf, tray } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

/** A visitor who came to the sign-up from this page. */
async function signUpFrom(t: TestContext, path: string): Promise<Visit> {
  t.onTestFinished(() => window.sessionStorage.clear())
  const net = known(asVisitor(), ann)
    .on('POST /api/auth/sign-up', () => json({ user: ann }, 201))
    .on(`PUT /api/users/${ann.email}`, () => json({ token: tokenOf(ann) }))
    .on('GET /api/reviews', () => json([]))
  const page = await visit(t, path, net)
  await page.until(() => page.at() === '/login')
  await page.press('Create a account?')
  await page.until(() => page.control('Signup'))
  return page
}

async function signUp(page: Visit): Promise<void> {
  await page.fill({ Name: 'Ann', Email: ann.email, Password: 'nine blue teapots' })
  await page.press('Signup')
  await page.until(() => page.at() === '/')
}

/** Fails if signing up forgets what the visitor wanted to buy. */
test('after signing up, a bar on the home page leads back to the item, once', async t => {
  const page = await signUpFrom(t, `/items/${tray._id}?quantity=3`)
  await signUp(page)
  await page.until(() => page.control('←Back to Oak Desk Tray'))
  await page.press('←Back to Oak Desk Tray')
  assert.equal(page.at(), `/items/${tray._id}?quantity=3`)
  await page.go('/')
  assert.deepEqual(page.words('.back-bar'), [])
})

test('the bar names no other page, and can be dismissed', async t => {
  const page = await signUpFrom(t, '/dashboard/myReview')
  await signUp(page)
  await page.until(() => page.control('←Back to where you were'))
  page.one<HTMLButtonElement>('.back-bar button').click()
  await page.until(() => page.words('.back-bar').length === 0)
})

test('who has an account after all goes straight back', async t => {
  const page = await signUpFrom(t, `/items/${tray._id}`)
  await page.press('Already have a account?')
  assert.deepEqual([page.at(), page.state()], ['/login', { from: `/items/${tray._id}` }])
})

/** As after signing up with Google, which leaves the shop and comes back. */
test('the tab remembers the page', async t => {
  window.sessionStorage.setItem('back', `/items/${tray._id}`)
  t.onTestFinished(() => window.sessionStorage.clear())
  window.localStorage.setItem('accessToken', tokenOf(ann))
  const page = await visit(t, '/', known(asVisitor(), ann))
  await page.until(() => page.control('←Back to Oak Desk Tray'))
})

test('nothing leads back before a visitor is signed in', async t => {
  t.onTestFinished(() => window.sessionStorage.clear())
  window.sessionStorage.setItem('back', `/items/${tray._id}`)
  const page = await visit(t, '/', asVisitor())
  assert.deepEqual(page.words('.back-bar'), [])
  assert.equal(window.sessionStorage.getItem('back'), `/items/${tray._id}`, 'it waits for the sign-in')
})

test('an address outside of the shop is not followed', async t => {
  t.onTestFinished(() => window.sessionStorage.clear())
  window.sessionStorage.setItem('back', '//evil.example')
  window.localStorage.setItem('accessToken', tokenOf(ann))
  const page = await visit(t, '/', known(asVisitor(), ann))
  await page.until(() => page.control('Logout'))
  assert.deepEqual(page.words('.back-bar'), [])
})
