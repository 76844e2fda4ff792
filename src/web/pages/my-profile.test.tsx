import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { Profile } from '#contract/profiles.ts'
import { json, type Network, refusal } from '../../../tests/helpers/web/network.ts'
import { holdClock, pass, settle } from '../../../tests/helpers/web/screen.ts'
import { ann, as, tokenOf } from '../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../tests/helpers/web/visit.tsx'
import { queryClient } from '../api/query-client.ts'

const one = `GET /api/myProfile/${ann.email}`
const empty: Profile = {
  name: 'Ann',
  email: ann.email,
  address: '',
  education: '',
  linkedin: '',
  mobileNumber: '',
}
const full = {
  mobileNumber: '555 0100',
  address: '1 Test Street',
  education: 'Some',
  linkedin: 'https://example.com/ann',
}

async function profile(t: TestContext, given: Partial<Profile> = {}, net: Network = as(ann)): Promise<Visit> {
  const page = await visit(
    t,
    '/dashboard',
    net.on(one, () => json({ ...empty, ...given })),
  )
  await page.until(() => page.control('ADD OR UPDATE PROFILE'))
  return page
}

/** Fails if only one of the two codes ends the session. */
for (const code of ['signed_out', 'forbidden'] as const) {
  test(`a refused profile (${code}) signs out and leads to /login`, async t => {
    const page = await visit(
      t,
      '/dashboard',
      as(ann).on(one, () => refusal(code)),
    )
    await page.until(() => page.at() === '/login')
    assert.equal(window.localStorage.getItem('accessToken'), null)
    assert.ok(page.control('LOGIN'))
  })
}

test('a profile that fails to load signs nobody out', async t => {
  holdClock(t)
  const page = await visit(
    t,
    '/dashboard',
    as(ann).on(one, () => refusal('internal')),
  )
  for (const pause of [1000, 2000]) await pass(pause)
  await page.until(() => page.control('Try again'))
  assert.equal(window.localStorage.getItem('accessToken'), tokenOf(ann))
})

/** Fails if an error replaces a loaded profile. */
test('typed text stays when a refetch of the profile fails', async t => {
  const page = await profile(t)
  await page.type('Education', 'Half a word')
  page.net.on(one, () => refusal('too_many_requests'))
  await queryClient().invalidateQueries()
  await settle()
  assert.equal(page.field('Education').value, 'Half a word')
})

test('missing fields show the spec’s sentences', async t => {
  const page = await profile(t)
  await page.press('ADD OR UPDATE PROFILE')
  assert.deepEqual(
    ['Mobile number', 'Address', 'Education', 'LinkedIn'].map(label => page.complaint(label)),
    [
      'Mobile Number is required',
      'Email Address is required',
      'Email Address is required',
      'Email Address is required',
    ],
  )
})

test('both calls are sent in order with all six fields, and the saved profile is shown', async t => {
  const saved = { ...empty, ...full }
  const net = as(ann)
    .on('POST /api/myProfile', () => json(empty, 201))
    .on('PUT /api/myProfile', () => json(saved))
  const page = await profile(t, {}, net)
  await page.fill({
    'Mobile number': full.mobileNumber,
    Address: full.address,
    Education: full.education,
    LinkedIn: full.linkedin,
  })
  await page.press('ADD OR UPDATE PROFILE')
  const changes = net.asked.filter(({ call }) => call.endsWith(' /api/myProfile'))
  assert.deepEqual(
    changes.map(({ call }) => call),
    ['POST /api/myProfile', 'PUT /api/myProfile'],
  )
  for (const { body } of changes) assert.deepEqual(body, saved)
  assert.ok(page.words('.profile-facts div').includes('Address1 Test Street'))
  assert.match(page.text, /Your profile is saved/)
  assert.equal(page.field('Address').value, '1 Test Street')
})

test('saved details fill the form, and missing ones are labelled as missing', async t => {
  const page = await profile(t, { address: '1 Test Street' })
  assert.equal(page.field('Address').value, '1 Test Street')
  assert.ok(page.words('.profile-facts div').includes('EducationNot given yet'))
})

for (const [address, leads] of [
  ['https://example.com/ann', true],
  ['javascript:alert(1)', false],
  ['linkedin: ann', false],
] as const) {
  test(`${address} is ${leads ? 'a link' : 'only text'}`, async t => {
    const page = await profile(t, { linkedin: address })
    const links = page.all<HTMLAnchorElement>('.profile-facts a')
    assert.deepEqual(
      links.map(link => [link.getAttribute('href'), link.rel]),
      leads ? [[address, 'noopener noreferrer nofollow']] : [],
    )
    assert.match(page.words('.profile-facts')[0] ?? '', new RegExp(address.replace(/[()]/g, '.')))
  })
}
