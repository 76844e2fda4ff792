import assert from 'node:assert/strict'
import { test } from 'vitest'
import { json } from '../../../tests/helpers/web/network.ts'
import { settle } from '../../../tests/helpers/web/screen.ts'
import { ada, ann, as } from '../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../tests/helpers/web/visit.tsx'

const waiting = 'GET /api/waiting'

/** Fails if every dashboard page fetches the counts, or if the count becomes part of the link's name. */
test('the menu shows an admin how much waits, fetched once for all pages', async t => {
  const net = as(ada).on(waiting, () => json({ toSend: 3, newReviews: 120 }))
  const page = await visit(t, '/dashboard/addItem', net)
  await page.until(() => page.all('.menu-count').length === 2)
  assert.deepEqual(page.words('.menu-count'), ['99+ new reviews', '3 to send'])
  assert.ok(page.control('Manage All Orders'))
  await page.go('/dashboard/manageItems')
  await page.until(() => page.words('tbody tr').length === 1)
  assert.equal(net.to(waiting).length, 1)
})

test('the menu shows no counts of zero', async t => {
  const page = await visit(t, '/dashboard/addItem', as(ada))
  await page.until(() => page.net.to(waiting).length === 1)
  await settle()
  assert.deepEqual(page.all('.menu-count'), [])
})

test('the counts are not fetched for other users', async t => {
  const page = await visit(t, '/dashboard/myReview', as(ann))
  await page.until(() => page.control('REVIEW SUBMIT'))
  await settle()
  assert.equal(page.net.to(waiting).length, 0)
})
