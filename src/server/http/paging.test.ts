import assert from 'node:assert/strict'
import { test } from 'vitest'
import { pageOf, withOneMore } from './paging.ts'

const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ _id: `id${n}` }))
const query = { limit: 3, after: undefined }

/** Fails where a full last page says that another one follows: the visitor presses for more, and nothing comes. */
test('a next page is told of when there is one, and only then', () => {
  assert.equal(withOneMore(query).limit, 4)
  for (const count of [0, 1, 3])
    assert.deepEqual(pageOf('/items', query, rows(count)), { rows: rows(count), headers: {} })
  const { rows: shown, headers } = pageOf('/items', query, rows(4))
  assert.deepEqual(shown, rows(3))
  assert.deepEqual(headers, { link: '</api/items?limit=3&after=id2>; rel="next"' })
})

test('the next page is of the same question', () => {
  const asked = { limit: 1, after: 'id0', search: 'oak & ash', sort: undefined }
  const { headers } = pageOf('/items', asked, rows(2))
  assert.equal(headers.link, '</api/items?limit=1&after=id0&search=oak+%26+ash>; rel="next"')
})
