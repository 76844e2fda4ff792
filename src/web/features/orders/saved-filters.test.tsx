import assert from 'node:assert/strict'
import { test } from 'vitest'
import { json } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, as, order } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const all = '/dashboard/manageAllOrders'

const filters = (page: Visit) =>
  page.all<HTMLAnchorElement>('.filter-link').map(link => [link.textContent, link.getAttribute('href')])

const name = (page: Visit) => page.one<HTMLInputElement>('[aria-label="Name of the filter"]')

async function save(page: Visit, text: string): Promise<void> {
  await page.press('Save this filter')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(name(page), text)
  name(page).dispatchEvent(new Event('input', { bubbles: true }))
  await page.press('Save')
}

test('a filter is named and saved as a link, and forgotten again', async t => {
  const net = as(ada).on('GET /api/booking', () => json([order]))
  const page = await visit(t, `${all}?state=paid&from=2026-11-01&days=7`, net)
  await page.until(() => page.control('Save this filter'))
  await save(page, ' ')
  assert.equal(filters(page).length, 1, 'not without a name')
  name(page).remove()
  await page.go(all)
  assert.deepEqual(filters(page), [['All', all]])
  assert.equal(page.control('Save this filter'), undefined)
  await page.go(`${all}?state=paid&from=2026-11-01&days=7`)
  await save(page, 'Since November')
  assert.deepEqual(filters(page)[1], ['Since November', `${all}?state=paid&from=2026-11-01`])

  await page.go('/dashboard/manageItems')
  await page.go(all)
  await page.until(() => filters(page).length === 2)
  await page.press('Since November')
  assert.equal(page.at(), `${all}?state=paid&from=2026-11-01`)
  assert.deepEqual(page.words('.filter-link[aria-current="true"]'), ['Since November'])
  await page.press('Delete the filter Since November')
  assert.deepEqual(filters(page), [['All', all]])
})

/** Fails if one filter takes the others along, or if a name leads to two lists. */
test('a name is given once, and forgetting one filter leaves the others', async t => {
  const net = as(ada).on('GET /api/booking', () => json([order]))
  const page = await visit(t, `${all}?state=paid`, net)
  for (const [state, text] of [
    ['paid', 'To send'],
    ['sent', 'Others'],
    ['held', 'Others'],
  ] as const) {
    await page.go(`${all}?state=${state}`)
    await page.until(() => page.control('Save this filter'))
    await save(page, text)
  }
  const toSend = ['To send', `${all}?state=paid`]
  assert.deepEqual(filters(page), [['All', all], toSend, ['Others', `${all}?state=held`]])
  await page.press('Delete the filter Others')
  assert.deepEqual(filters(page), [['All', all], toSend])
})

/** Fails if the page breaks on what another version or a person has left in the storage. */
test('a stored text that is no list of filters counts as none', async t => {
  for (const stored of ['{', '{}', '[1, null, {"name": 2}]']) {
    window.localStorage.setItem('orderFilters', stored)
    const page = await visit(
      t,
      all,
      as(ada).on('GET /api/booking', () => json([order])),
    )
    await page.until(() => page.control('All', 'a'))
    assert.deepEqual(filters(page), [['All', all]])
    document.body.replaceChildren()
    await settle()
  }
})
