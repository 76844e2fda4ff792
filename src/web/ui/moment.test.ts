import assert from 'node:assert/strict'
import { test } from 'vitest'
import { dayOf, momentOf, timeOf } from './moment.ts'

const hourMs = 3_600_000

const together = (written: string) => written.replace(/ (?=[AP]M$)/, '\u00a0')

test('a moment is formatted like the platform’s formatter, with a time that does not wrap', () => {
  const first = Date.UTC(2024, 0, 1, 0, 7)
  // Covers every hour of the day and every month.
  for (let n = 0; n < 800; n++) {
    const at = new Date(first + n * 25 * hourMs)
    assert.equal(dayOf(at), at.toLocaleDateString('en-US', { month: 'short', day: 'numeric' }))
    assert.equal(timeOf(at), together(at.toLocaleTimeString('en-US', { timeStyle: 'short' })))
    assert.equal(
      momentOf(at),
      together(at.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })),
    )
  }
})
