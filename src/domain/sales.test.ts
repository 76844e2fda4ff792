import assert from 'node:assert/strict'
import { test } from 'vitest'
import { averageOf, noSales } from './sales.ts'

test('the average is rounded to the cent, and zero without orders', () => {
  assert.equal(averageOf({ ...noSales, orders: 3, takings: 1000 }), 333)
  assert.equal(averageOf({ ...noSales, orders: 3, takings: 2000 }), 667)
  assert.equal(averageOf(noSales), 0)
})
