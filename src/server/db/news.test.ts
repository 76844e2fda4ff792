import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type Changed, News, newsIn } from './news.ts'

const change = (tables: string[], items: string[] | 'any' = [], withdraws = false): Changed => ({
  tables: new Set(tables),
  items: items === 'any' ? items : new Set(items),
  withdraws,
})

test('several changes are told as one, to everybody but their sender', () => {
  const news = new News()
  news.add(change(['items', 'bookings'], ['tray']))
  news.add(change(['items'], ['lamp']))
  news.add(change(['reviews'], [], true))
  const message = news.take('here') ?? ''
  assert.equal(newsIn(message, 'here'), undefined)
  assert.deepEqual(newsIn(message, 'there'), change(['items', 'reviews'], ['tray', 'lamp'], true))
  assert.equal(news.take('here'), undefined)
})

test('what nobody keeps answers of is no news', () => {
  const news = new News()
  news.add(change(['sessions', 'outbox']))
  assert.equal(news.take('here'), undefined)
})

/** PostgreSQL refuses messages of 8,000 bytes. Fails where an import of a thousand items names each of them. */
test('many items are any items', () => {
  const news = new News()
  for (let n = 0; n < 1000; n++)
    news.add(change(['items'], [`0190a1b2-c3d4-7000-8000-${String(n).padStart(12, '0')}`]))
  const message = news.take('0190a1b2-c3d4-7000-8000-000000000000') ?? ''
  assert.ok(message.length < 8000)
  assert.deepEqual(newsIn(message, ''), change(['items'], 'any'))
  const ids = Array.from({ length: 150 }, (_, n) => `0190a1b2-c3d4-7000-8000-${String(n).padStart(12, '0')}`)
  news.add(change(['items', 'reviews', 'users'], ids))
  assert.ok((news.take('0190a1b2-c3d4-7000-8000-000000000000') ?? '').length < 8000)
})

test('what a later version tells may mean anything', () => {
  for (const message of ['', 'nonsense', '{"tables":3}', '[]'])
    assert.deepEqual(newsIn(message, 'here')?.items, 'any', message)
})
