import assert from 'node:assert/strict'
import { test } from 'vitest'
import { nothing, refusal } from '../../../../tests/helpers/web/network.ts'
import { asVisitor } from '../../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../../tests/helpers/web/visit.tsx'

test('each footer link leads to its own column', async t => {
  const page = await visit(t, '/team', asVisitor())
  assert.deepEqual(page.words('.footer-title'), ['Services', 'Company', 'Legal', 'Newsletter'])
  const links = page.all('.footer-link')
  assert.ok(links.length >= 6)
  for (const link of links) {
    const column = link.closest('nav')?.id
    assert.ok(column)
    assert.equal(link.getAttribute('href'), `#${column}`)
    assert.ok(document.getElementById(column))
  }
  assert.match(page.words('.footer-end')[0] ?? '', /2022/)
})

test('the newsletter checks the address, sends it and says what to do next', async t => {
  const subscribe = 'POST /api/newsletter'
  const page = await visit(t, '/team', asVisitor().on(subscribe, nothing))
  await page.press('Subscribe')
  assert.equal(page.complaint('Your e-mail'), 'Enter an email address.')
  assert.deepEqual(page.net.asked, [])
  await page.type('Your e-mail', 'ann@example.com')
  await page.press('Subscribe')
  await page.until(() => /Check your inbox and confirm\./.test(page.text))
  assert.deepEqual(page.net.to(subscribe)[0]?.body, { email: 'ann@example.com' })
  assert.equal(page.complaint('Your e-mail'), '')
  assert.equal(page.field('Your e-mail').value, '')
})

test('a refusal of the shop is shown, and the address stays in the field', async t => {
  const detail = 'Many emails were requested from your network.'
  const net = asVisitor().on('POST /api/newsletter', () => refusal('too_many_requests', { detail }))
  const page = await visit(t, '/team', net)
  await page.type('Your e-mail', 'ann@example.com')
  await page.press('Subscribe')
  await page.until(() => page.text.includes(detail))
  assert.equal(page.field('Your e-mail').value, 'ann@example.com')
  assert.doesNotMatch(page.text, /Check your inbox/)
})

/** Fails if opening a link is enough: an email scanner would subscribe and unsubscribe people. */
for (const { name, call, press, sent } of [
  {
    name: 'newsletter',
    call: 'POST /api/newsletter/confirm',
    press: 'Yes, subscribe me',
    sent: { body: { token: 'x'.repeat(43) }, query: {} },
  },
  {
    name: 'unsubscribe',
    call: 'POST /api/newsletter/unsubscribe',
    press: 'Unsubscribe',
    sent: { body: undefined, query: { token: 'x'.repeat(43) } },
  },
])
  test(`the link ?${name}= in an email asks before it changes anything`, async t => {
    const net = asVisitor().on(call, () => refusal('link_used_or_old', { detail: 'Too old.' }), nothing)
    const page = await visit(t, `/?${name}=${'x'.repeat(43)}`, net)
    await page.until(() => page.control(press))
    assert.deepEqual(page.net.to(call), [])
    await page.press(press)
    await page.until(() => /Too old\./.test(page.text))
    await page.press(press)
    await page.until(() => page.at() === '/')
    const { body, query } = page.net.to(call)[1] ?? {}
    assert.deepEqual({ body, query }, sent)
    assert.match(page.text, /You are (un)?subscribed\./)
  })

test('the top bar links every page that the spec names', async t => {
  const page = await visit(t, '/team', asVisitor())
  const links = page
    .all<HTMLAnchorElement>('.top-bar a')
    .map(link => [link.textContent, link.getAttribute('href')])
  assert.deepEqual(links.slice(1), [
    ['Home', '/'],
    ['Items', '/items'],
    ['Team', '/team'],
    ['Portfolio', '/portfolio'],
    ['Dashboard', '/dashboard'],
    ['LOGIN', '/login'],
  ])
})
