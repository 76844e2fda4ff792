import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add, type Counts, closingLine, unexcused } from '../scripts/counts.ts'

const node = `
✔ one (1.2ms)
﹣ two (0.1ms) # needs npm 10
ℹ tests 7
ℹ pass 4
ℹ fail 1
ℹ cancelled 1
ℹ skipped 1
ℹ todo 0
`

const playwright = `
  ✓   1 [sqlite] › pages.spec.ts:3:1 › the home page (1.0s)
  -   2 [sqlite] › pages.spec.ts:9:1 › left out

  1 failed
  1 skipped
  1 did not run
  12 passed (3.4s)
`

const counted = (...outputs: string[]): Counts => {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 }
  for (const output of outputs) add(total, output)
  return total
}

test('what ran, what failed and what was left out are all counted', () => {
  assert.deepEqual(counted(node), { passed: 4, failed: 2, skipped: 1 })
  assert.deepEqual(counted(playwright), { passed: 12, failed: 1, skipped: 2 })
  assert.deepEqual(counted('# pass 3\n# fail 0\n# skipped 2\n# todo 1\n'), {
    passed: 3,
    failed: 0,
    skipped: 3,
  })
  assert.equal(closingLine(counted(node, playwright)), '\ntests: 16 passed, 3 failed, 3 skipped')
})

test('a test may be skipped only where it says what it needs', () => {
  assert.deepEqual(unexcused(node), [])
  assert.deepEqual(unexcused(playwright), ['-   2 [sqlite] › pages.spec.ts:9:1 › left out'])
  const quiet = ['﹣ a (1ms) # SKIP', '﹣ b (1ms) # because', '✔ c (1ms) # todo', 'ok 4 - d # SKIP']
  assert.deepEqual(unexcused(quiet.join('\n')), quiet)
  assert.deepEqual(unexcused('ok 4 - d # SKIP needs a network\n✔ # needs nothing\n'), [])
})
