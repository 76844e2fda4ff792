import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type Measured, type Result, rowOf } from '../figures.ts'
import { markdownOf, tableOf, withResults } from './table.ts'

const result = (part: string, measured: Partial<Measured>): Result => ({
  ...rowOf({ name: 'x', unit: 'ms', kind: 'value', shop: [1], ...measured }),
  part,
})

const list = result('reads', {
  name: 'list of 50 items',
  unit: 'µs CPU',
  kind: 'ratio',
  shop: [60, 66, 72],
  yardstick: [60, 60, 60],
  goal: { atMost: 1.25 },
  notes: ['against bare node:http', undefined, '10 connections'],
  inReadme: true,
})
const start = result('start', {
  name: 'start',
  kind: 'difference',
  shop: [1300],
  yardstick: [900],
  goal: { atMost: 399 },
})
const broken = result('reads', { name: 'detail', invalid: '3 × 500', goal: { atMost: 5 } })
const purchase = result('purchase', { name: 'purchase' })

const machine = { cpu: 'A', cores: 2, memoryGb: 4, os: 'Linux 6 arm64', node: 'v26', loadFrom: 'wrk' }
const run = { machine, when: '2026-11-16', results: [list, broken, start, purchase] }

test('a row has both sides with their spread, the figure, the goal, the verdict and notes', () => {
  const lines = markdownOf(run).split('\n')
  assert.ok(
    lines.includes(
      '| list of 50 items | 66 (60–72) µs CPU | 60 | 1.1× | ≤ 1.25× | met | against bare node:http; 10 connections |',
    ),
  )
  assert.ok(lines.includes('| start | 1,300 ms | 900 | +400 ms | ≤ 399 ms | missed |  |'))
  assert.ok(lines.includes('| detail | 1 ms |  | 1 ms | ≤ 5 ms | invalid | invalid: 3 × 500 |'))
  assert.ok(lines.includes('| purchase | 1 ms |  | 1 ms |  |  |  |'))
})

test('the results are grouped by part, below the machine', () => {
  const text = markdownOf(run)
  assert.deepEqual(text.match(/^## .*/gm), ['## reads', '## start', '## purchase'])
  assert.match(text, /on 2026-11-16: A, 2 cores, 4 GB, Linux 6 arm64, Node v26, load from wrk\./)
})

test('only the rows for the README are replaced in it', () => {
  const readme = 'before\n<!-- npm run bench writes from here -->\nold\n<!-- to here -->\nafter\n'
  const once = withResults(readme, run)
  assert.match(once, /^before\n.*list of 50 items.*\nafter\n$/s)
  assert.doesNotMatch(once, /old|detail|purchase/)
  assert.equal(withResults(once, run), once)
  assert.throws(() => withResults('without a place', run), /no place for the results/)
})

test('the columns are aligned in the terminal', () => {
  const [head = '', first = ''] = tableOf([list, start]).split('\n')
  assert.equal(head.indexOf('verdict'), first.indexOf('met'))
})
