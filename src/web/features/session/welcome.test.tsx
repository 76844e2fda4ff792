import assert from 'node:assert/strict'
import { test } from 'vitest'
import { json, type Network, nothing, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, as, asVisitor, known, profileOf, tokenOf } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'
import { storeToken } from '../../api/token.ts'

const secret = 'w'.repeat(43)
const address = `/signup?welcome=${secret}`
const [check, claim] = ['POST /api/auth/welcome/check', 'POST /api/auth/welcome']
const { admin: _, ...user } = ada
const owner = { ...ada, admin: true }

/** Ada is no admin before she has used the link. */
function withLink(net: Network): Network {
  let hasRole = false
  return net
    .on(check, nothing)
    .on(claim, () => {
      hasRole = true
      return nothing()
    })
    .on('GET /api/auth/me', () => json({ ...ada, admin: hasRole }))
    .on(`GET /api/admin/${ada.email}`, () => json({ admin: hasRole }))
    .on(`GET /api/myProfile/${ada.email}`, () => json(profileOf(ada)))
}

const visitor = (): Network =>
  withLink(known(asVisitor(), owner))
    .on('POST /api/auth/sign-up', () => json({ user }, 201))
    .on(`PUT /api/users/${ada.email}`, () => json({ token: tokenOf(ada) }))

const account = { Name: 'Ada', Email: ada.email, Password: 'nine blue teapots' }

async function signUp(page: Visit): Promise<void> {
  await page.until(() => /You are the first one here/.test(page.text) && page.field('Name'))
  await page.fill(account)
  page.button('Signup').click()
  await page.until(() => page.control('Make it the owner’s account'))
  assert.match(page.text, new RegExp(`own this shop as ${ada.email}`))
  assert.equal(page.net.to(claim).length, 0, 'a mistyped address would count as confirmed')
  await page.press('Make it the owner’s account')
}

test('the link of a new shop signs up its owner, who lands in the dashboard as an admin', async t => {
  const page = await visit(t, address, visitor())
  await signUp(page)
  await page.until(() => page.at() === '/dashboard' && page.control('All Users'))
  assert.deepEqual(page.net.to(check)[0]?.body, { token: secret })
  assert.deepEqual(page.net.to(claim)[0]?.body, { token: secret })
  assert.equal(window.sessionStorage.getItem('welcome'), '')
})

test('a link that does not work says why before anybody fills in a form', async t => {
  const page = await visit(
    t,
    address,
    asVisitor().on(check, () => refusal('link_used_or_old')),
  )
  await page.until(() => page.words('[role=alert]').includes('Refused: link_used_or_old.'))
  assert.equal(page.all('form.grid').length, 0)
  assert.equal(page.control('Login', 'a.btn')?.getAttribute('href'), '/login')
})

test('a link that was not copied whole says so', async t => {
  const page = await visit(
    t,
    '/signup?welcome=half',
    asVisitor().on(check, () => refusal('bad_input')),
  )
  await page.until(() => /This link is incomplete/.test(page.text))
})

/** Fails if the page goes on to the dashboard, or keeps the form of a visitor who has an account now. */
test('who is too late by a moment has an account, and is told that the shop has an owner', async t => {
  let isTaken = false
  const page = await visit(
    t,
    address,
    visitor()
      .on(check, () => (isTaken ? refusal('link_used_or_old') : nothing()))
      .on(claim, () => {
        isTaken = true
        return refusal('link_used_or_old')
      }),
  )
  await signUp(page)
  await page.until(() => page.control('Go to the dashboard', 'a.btn'))
  assert.ok(page.words('[role=alert]').includes('Refused: link_used_or_old.'))
  assert.equal(page.at(), address)
})

test('who is signed in already makes this account the owner’s', async t => {
  const page = await visit(t, address, withLink(as(ada)))
  await page.until(() => page.control('Make it the owner’s account'))
  assert.match(page.text, new RegExp(`own this shop as ${ada.email}`))
  assert.equal(page.net.to(claim).length, 0)
  await page.press('Make it the owner’s account')
  await page.until(() => page.at() === '/dashboard')
  assert.equal(page.net.to(claim).length, 1)
})

/** The address on which they come back is stored by the shop, so it must not contain the secret. */
test('the secret waits in this tab for somebody who signs in another way', async t => {
  const page = await visit(t, address, visitor())
  await page.until(() => page.control('Already have a account?'))
  await page.press('Already have a account?')
  await page.until(() => page.at() === '/login')
  assert.deepEqual(page.state(), { from: '/signup?welcome=kept' })
  storeToken(tokenOf(ada))
  await page.until(() => page.control('Make it the owner’s account'))
  assert.equal(page.at(), '/signup?welcome=kept')
  await page.press('Make it the owner’s account')
  await page.until(() => page.at() === '/dashboard')
  assert.deepEqual(page.net.to(claim)[0]?.body, { token: secret })
})

test('the usual sign-up page knows nothing of links', async t => {
  const page = await visit(t, '/signup', asVisitor())
  await page.until(() => page.field('Name'))
  await settle()
  assert.doesNotMatch(page.text, /the first one here/)
  assert.equal(page.net.to(check).length, 0)
})
