import assert from 'node:assert/strict'
import { test } from 'vitest'
import { disputeSteps, isStale, refundsBlocked, sendingDisputed } from './dispute.ts'

const open = {
  amount: 3750,
  reason: 'product_not_received',
  status: 'open',
  isRefundable: false,
  withdrawn: 0,
  fee: 0,
} as const

const taken = { ...open, withdrawn: 3750, fee: 1500 } as const

const entries = (...states: Parameters<typeof disputeSteps>) =>
  disputeSteps(...states).map(({ what, detail }) => `${what} ${detail}`)

test('each step of a dispute is reported once, whichever state was recorded before', () => {
  assert.deepEqual(entries(undefined, open), ['disputed $37.50: product not received'])
  assert.deepEqual(entries(open, taken), ['dispute_withdrawn $37.50, and a fee of $15'])
  assert.deepEqual(entries(taken, taken), [])
  assert.deepEqual(entries(taken, { ...taken, status: 'lost' }), ['dispute_lost $37.50'])
  assert.deepEqual(entries({ ...taken, status: 'lost' }, { ...taken, status: 'lost' }), [])
  assert.deepEqual(entries(taken, { ...taken, withdrawn: 0, status: 'won' }), [
    'dispute_returned $37.50',
    'dispute_won $37.50',
  ])
  assert.deepEqual(entries(undefined, { ...taken, status: 'lost' }), [
    'disputed $37.50: product not received',
    'dispute_withdrawn $37.50, and a fee of $15',
    'dispute_lost $37.50',
  ])
  assert.deepEqual(entries(undefined, { ...open, isRefundable: true }), [
    'disputed $37.50: product not received (an inquiry: no money has been taken)',
  ])
})

test('an outdated response is recognized', () => {
  const lost = { ...taken, status: 'lost' } as const
  const won = { ...taken, withdrawn: 0, status: 'won' } as const
  for (const [noted, seen] of [
    [lost, taken],
    [won, taken],
    [won, open],
    [taken, open],
  ] as const)
    assert.equal(isStale(noted, seen), true)
  for (const [noted, seen] of [
    [open, open],
    [open, taken],
    [taken, taken],
    [taken, lost],
    [taken, won],
    [lost, won],
  ] as const)
    assert.equal(isStale(noted, seen), false)
})

test('a fee is reported together with its withdrawal, and only once', () => {
  assert.deepEqual(entries(open, { ...open, withdrawn: 3750 }), ['dispute_withdrawn $37.50'])
  assert.deepEqual(entries({ ...open, withdrawn: 1000, fee: 1500 }, taken), ['dispute_withdrawn $27.50'])
})

test('refusals name the orders and the next step', () => {
  assert.match(refundsBlocked(false).message, /Answer the dispute at the card provider/)
  assert.match(refundsBlocked(true).message, /nothing left to refund/)
  const both = sendingDisputed(['T-1', 'T-2'], ['a', 'b'])
  assert.match(both.message, /^T-1, T-2 are disputed/)
  assert.deepEqual(both.extras.facts, { ids: ['a', 'b'] })
})
