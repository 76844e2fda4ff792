import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type OpeningFacts, openingSteps } from './opening-day.ts'

const now = Date.parse('2026-11-18T12:00:00Z')

const ready: OpeningFacts = {
  isNamed: true,
  hasAddress: true,
  hasTerms: true,
  hasItem: true,
  cards: 'on',
  mail: 'on',
  backup: { to: '/mnt/copy', at: '2026-11-18T11:59:00Z', problem: null },
  hasFooterLinks: true,
  hasSecondFactor: true,
  publicUrl: 'https://shop.example',
}

const undone = (change: Partial<OpeningFacts>): string[] =>
  Object.entries(openingSteps({ ...ready, ...change }, now)).flatMap(([step, isDone]) => (isDone ? [] : step))

test('each line of Opening day is done by its own fact alone', () => {
  assert.deepEqual(undone({}), [])
  assert.deepEqual(undone({ isNamed: false }), ['look'])
  assert.deepEqual(undone({ hasAddress: false }), ['address'])
  assert.deepEqual(undone({ hasTerms: false }), ['terms'])
  assert.deepEqual(undone({ hasItem: false }), ['item'])
  for (const cards of ['off', 'test', 'unheard'] as const) assert.deepEqual(undone({ cards }), ['cards'])
  for (const mail of ['off', 'no_sender'] as const) assert.deepEqual(undone({ mail }), ['mail'])
  assert.deepEqual(undone({ hasFooterLinks: false }), ['legal'])
  assert.deepEqual(undone({ hasSecondFactor: false }), ['factor'])
  for (const publicUrl of [null, 'http://shop.example'])
    assert.deepEqual(undone({ publicUrl }), ['publicUrl'])
})

test('a backup counts while it is younger than a week and has no problem', () => {
  const of = (at: string, problem: string | null = null) => undone({ backup: { to: '/copy', at, problem } })
  assert.deepEqual(undone({ backup: null }), ['backup'])
  assert.deepEqual(of('2026-11-11T12:00:00Z'), [])
  assert.deepEqual(of('2026-11-11T11:59:59Z'), ['backup'])
  assert.deepEqual(of('2026-11-18T11:59:00Z', 'the disk is full'), ['backup'])
})
