import assert from 'node:assert/strict'
import { test } from 'vitest'
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

test('the newsletter sends nothing and says that it was received', async t => {
  const page = await visit(t, '/team', asVisitor())
  await page.press('Subscribe')
  assert.equal(page.complaint('Your e-mail'), 'Please enter an e-mail address.')
  await page.type('Your e-mail', 'ann@example.com')
  await page.press('Subscribe')
  assert.equal(page.complaint('Your e-mail'), '')
  assert.equal(page.field('Your e-mail').value, '')
  assert.notEqual(page.words('.footer-grid [role=status]')[0], '')
  assert.deepEqual(page.net.asked, [])
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
