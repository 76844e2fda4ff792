import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { OpeningFacts } from '#domain/opening-day.ts'
import { json, type Network, nothing, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, ann, as, asVisitor, profileOf } from '../../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../../tests/helpers/web/visit.tsx'

const show = 'GET /api/openingDay'
const hide = 'PUT /api/openingDay'
const testEmail = 'POST /api/openingDay/testEmail'

const empty: OpeningFacts = {
  isNamed: false,
  hasAddress: false,
  hasTerms: false,
  hasItem: false,
  cards: 'off',
  mail: 'off',
  backup: null,
  hasFooterLinks: false,
  hasSecondFactor: false,
  publicUrl: null,
}

const ready: OpeningFacts = {
  isNamed: true,
  hasAddress: true,
  hasTerms: true,
  hasItem: true,
  cards: 'on',
  mail: 'on',
  backup: { to: '/mnt/copy', at: new Date().toISOString(), problem: null },
  hasFooterLinks: true,
  hasSecondFactor: true,
  publicUrl: 'https://atelier.example',
}

const options = { google: true, github: true, demoAccounts: [], openDemo: false }

function inLiveShop(me: typeof ada, facts: OpeningFacts = empty): Network {
  let isHidden = false
  return as(me)
    .on('GET /api/auth/options', () => json({ ...options, isLive: true }))
    .on(`GET /api/myProfile/${me.email}`, () => json(profileOf(me)))
    .on(show, () => json({ isHidden, facts }))
    .on(hide, ({ body }) => {
      isHidden = (body as { isHidden: boolean }).isHidden
      return nothing()
    })
}

test('an admin of a new shop sees what is to be done, each line with its link', async t => {
  const page = await visit(t, '/dashboard', inLiveShop(ada, { ...empty, hasItem: true }))
  await page.until(() => page.all('.opening-lines').length === 1)
  assert.match(page.text, /1 of 10 done/)
  assert.deepEqual(page.words('.opening-lines h3'), [
    'Name and look (to do)',
    'Address for invoices (to do)',
    'Currency and tax (to do)',
    'First item (done)',
    'Cards (to do)',
    'Email (to do)',
    'Backup (to do)',
    'Legal texts (to do)',
    'Your second factor (to do)',
    'Public address (to do)',
  ])
  assert.deepEqual(
    page.all<HTMLAnchorElement>('.opening-go a').map(link => link.getAttribute('href')),
    [
      '/dashboard/manageItems?panel=shop',
      '/dashboard/manageItems?panel=shop-legal',
      '/dashboard/manageItems?panel=shop-selling',
      '/dashboard/addItem',
      'https://dashboard.stripe.com/apikeys',
      '/dashboard/manageItems?panel=shop-legal',
      '/dashboard#second-factor',
    ],
  )
  assert.deepEqual(page.words('.opening-lines summary'), ['How to make one', 'How to set it'])
})

test('the list is put away for good, and found again behind a quiet link', async t => {
  const page = await visit(t, '/dashboard', inLiveShop(ada))
  await page.until(() => page.control('Hide this list'))
  await page.press('Hide this list')
  await page.until(() => page.all('.opening-board > .panel').length === 0)
  assert.deepEqual(page.net.to(hide)[0]?.body, { isHidden: true })
  await page.press('Opening day')
  assert.equal(page.at(), '/dashboard?panel=opening')
  await page.until(() => page.all('dialog[open] .opening-lines').length === 1)
  await page.press('Show it on the dashboard again')
  await page.until(() => page.all('.opening-board > .panel').length === 1)
  assert.equal(page.at(), '/dashboard')
})

test('once everything is done, the list leaves by itself', async t => {
  const page = await visit(t, '/dashboard', inLiveShop(ada, ready))
  await page.until(() => page.all('.opening-link').length === 1)
  assert.equal(page.all('.opening-board > .panel').length, 0)
  await page.press('Opening day')
  await page.until(() => /Everything is done/.test(page.text))
  assert.equal(page.control('Show it on the dashboard again'), undefined)
})

test('the test email says on the page what became of it', async t => {
  let answer = () => json({ to: ada.email })
  const page = await visit(
    t,
    '/dashboard',
    inLiveShop(ada, { ...empty, mail: 'on' }).on(testEmail, () => answer()),
  )
  await page.until(() => page.control('Send me a test email'))
  await page.press('Send me a test email')
  await page.until(() => page.words('.opening-result')[0]?.startsWith(`Sent to ${ada.email}.`))
  answer = () => refusal('provider_failed')
  await page.press('Send me a test email')
  await page.until(() => page.words('.opening-result')[0] === 'Refused: provider_failed.')
})

test('half-done lines say what is missing', async t => {
  const facts: OpeningFacts = {
    ...ready,
    cards: 'unheard',
    mail: 'no_sender',
    backup: { to: '/mnt/copy', at: new Date().toISOString(), problem: 'the disk is full' },
    publicUrl: 'http://atelier.example',
  }
  const page = await visit(t, '/dashboard', inLiveShop(ada, facts))
  await page.until(() => /6 of 10 done/.test(page.text))
  assert.match(page.text, /Stripe has not sent a webhook yet.*\/api\/stripe\/webhook/)
  assert.match(page.text, /an address that does not exist/)
  assert.match(page.text, /in \/mnt\/copy\. It has stopped: the disk is full\./)
  assert.match(page.text, /http:\/\/atelier\.example does not use TLS/)
})

test('a list that cannot be loaded says so and can be tried again', async t => {
  const net = inLiveShop(ada).on(show, () => refusal('forbidden'))
  const page = await visit(t, '/dashboard', net)
  await page.until(() => /Opening day [^.]*\. Refused: forbidden\./.test(page.text))
  net.on(show, () => json({ isHidden: false, facts: empty }))
  await page.press('Try again')
  await page.until(() => page.all('.opening-lines').length === 1)
})

test('customers, admins who lack a second factor, and demos have no such list', async t => {
  for (const net of [
    inLiveShop(ann),
    inLiveShop({ ...ada, secondFactorNeeded: true }),
    inLiveShop(ada).on('GET /api/auth/options', () => json({ ...options, isLive: false })),
  ]) {
    const page = await visit(t, '/dashboard', net)
    await page.until(() => /Welcome to your profile/.test(page.text))
    await settle()
    assert.equal(net.to(show).length, 0)
    assert.equal(page.all('.opening-board').length, 0)
  }
})

test('on an empty home page an admin is shown the way, and visitors are not', async t => {
  const net = as(ada).on('GET /api/items', () => json([]))
  const page = await visit(t, '/', net)
  await page.until(() => /Only admins see this line/.test(page.text))
  assert.equal(page.control('Your shop')?.getAttribute('href'), '/dashboard/manageItems?panel=shop')
  assert.equal(page.control('Add a Item')?.getAttribute('href'), '/dashboard/addItem')
  window.localStorage.clear()
  const visitors = await visit(
    t,
    '/',
    asVisitor().on('GET /api/items', () => json([])),
  )
  await visitors.until(() => /Nothing is on sale yet/.test(visitors.text))
  await settle()
  assert.doesNotMatch(visitors.text, /Only admins/)
})
