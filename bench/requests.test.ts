import assert from 'node:assert/strict'
import { test } from 'vitest'
import { mixOf } from './requests.ts'

test('of each hundred requests of a busy shop 90 read the catalogue, 9 read own orders and 1 is an order', () => {
  const orders = ['a', 'b', 'c'].map(path => ({ method: 'POST', path }) as const)
  const reads = Array.from({ length: 7 }, (_, i) => ({ path: `/${i}` }))
  const own = { path: '/own' }
  const mix = mixOf(reads, own, orders)
  for (const [at, order] of orders.entries()) {
    const hundred = mix.slice(100 * at, 100 * (at + 1))
    assert.equal(hundred.filter(sent => sent === own).length, 9)
    assert.deepEqual(
      hundred.filter(sent => sent.method),
      [order],
    )
    assert.equal(hundred.filter(sent => reads.includes(sent)).length, 90)
  }
  assert.deepEqual(new Set(mix.filter(sent => reads.includes(sent))), new Set(reads))
})
