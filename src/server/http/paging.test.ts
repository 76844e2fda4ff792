import assert from 'node:assert/strict'
import { test } from 'vitest'
import { pageOf, withOneMore } from './paging.ts'

const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ _id: `id${n}` }))
const query = { limit: 3, after: undefined }

/** Fails if a full last page announces another one: the visitor asks for more and gets nothing. */
test('the Link header names a next page only if there is one', () => {
  assert.equal(withOneMore(query).limit, 4)
  for (const count of [0, 1, 3])
    assert.deepEqual(pageOf('/items', query, rows(count)), { rows: rows(count), headers: {} })
  const { rows: shown, headers } = pageOf('/items', query, rows(4))
  assert.deepEqual(shown, rows(3))
  assert.deepEqual(headers, { link: '</api/items?limit=3&after=id2>; rel="next"' })
})

test('the link to the next page repeats the query', () => {
  const asked = { limit: 1, after: 'id0', search: 'oak & ash', sort: undefined }
  const { headers } = pageOf('/items', asked, rows(2))
  assert.equal(headers.link, '</api/items?limit=1&after=id0&search=oak+%26+ash>; rel="next"')
})
