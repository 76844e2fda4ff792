import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inThousands } from './thousands.ts'

test('whole numbers are formatted as Intl formats them', () => {
  const numbers = [
    0, 7, 42, 999, 1000, 9999, 12_345, 100_000, 999_999, 1_000_000, 1_234_567_890, -5, -1000, -999,
  ]
  for (const number of numbers) assert.equal(inThousands(number), number.toLocaleString('en-US'))
})
