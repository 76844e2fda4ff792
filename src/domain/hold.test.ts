import assert from 'node:assert/strict'
import { test } from 'vitest'
import { dayMs } from './day.ts'
import {
  checkShare,
  checkTransferShare,
  maxRenewalMs,
  payingMs,
  renewedHold,
  type Share,
  transferHold,
} from './hold.ts'
import { Refusal } from './refusal.ts'

const minute = 60_000

const code = (act: () => unknown): string | undefined => {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error)
  }
}

test('opening a payment holds the stock for at least another half hour', () => {
  assert.deepEqual(renewedHold({ heldUntil: 20 * minute, renewedMs: 0 }, 5 * minute), {
    heldUntil: 35 * minute,
    renewedMs: 15 * minute,
  })
  const long = { heldUntil: 600 * minute, renewedMs: 0 }
  assert.deepEqual(renewedHold(long, 0), long)
})

test('opening payments extends a hold by at most one hour in total', () => {
  let hold = { heldUntil: 30 * minute, renewedMs: 0 }
  let now = 0
  for (; now < hold.heldUntil && now < 1000 * minute; now += minute) hold = renewedHold(hold, now)
  assert.equal(now, 90 * minute)
  assert.equal(hold.renewedMs, maxRenewalMs)
  assert.equal(
    code(() => renewedHold(hold, now)),
    'order_lapsed',
  )
})

test('a lapsed order can be held again twice, and then too little time is left', () => {
  let hold = { heldUntil: 30 * minute, renewedMs: 0 }
  for (const day of [1, 2]) {
    const now = day * 1440 * minute
    hold = renewedHold(hold, now)
    assert.equal(hold.heldUntil, now + payingMs)
  }
  assert.equal(
    code(() => renewedHold(hold, 10_000 * minute)),
    'order_lapsed',
  )
  const rest = (ms: number) => () => renewedHold({ heldUntil: 0, renewedMs: maxRenewalMs - ms }, 0)
  assert.equal(code(rest(5 * minute - 1)), 'order_lapsed')
  assert.equal(code(rest(5 * minute)), undefined)
})

test('one account holds at most its share of the stock, but always the minimum order', () => {
  const share: Share = { held: 0, free: 10, quantity: 5, mustQuantity: 1 }
  const tooMuch = (changes: Partial<Share>) =>
    code(() => checkShare({ ...share, ...changes }, { percent: 50, isUnknown: false }))
  assert.equal(tooMuch({}), undefined)
  assert.equal(tooMuch({ quantity: 6 }), 'share_exceeded')
  assert.equal(
    tooMuch({ held: 4, free: 6, quantity: 1 }),
    undefined,
    'units that it already holds count as stock',
  )
  assert.equal(tooMuch({ held: 4, free: 6, quantity: 2 }), 'share_exceeded')
  assert.equal(tooMuch({ free: 1, quantity: 1 }), undefined, 'the last one')
  assert.equal(tooMuch({ free: 8, quantity: 8, mustQuantity: 8 }), undefined)
  assert.equal(tooMuch({ held: 8, free: 8, quantity: 8, mustQuantity: 8 }), 'share_exceeded')
})

test('an unknown account can hold half of a large stock and all of a small one', () => {
  const tries = (share: Partial<Share>, percent = 100, isUnknown = true) => {
    try {
      checkShare({ held: 0, free: 12, quantity: 1, mustQuantity: 1, ...share }, { percent, isUnknown })
      return undefined
    } catch (error) {
      assert.ok(error instanceof Refusal)
      return [error.extras.facts?.left, error.extras.facts?.confirm]
    }
  }
  assert.equal(tries({ free: 10, quantity: 10 }), undefined, 'a small stock')
  assert.equal(tries({ quantity: 6 }), undefined)
  assert.deepEqual(tries({ quantity: 7 }), [6, true])
  assert.deepEqual(tries({ held: 6, free: 6 }), [0, true], 'units that they already hold count as stock')
  assert.deepEqual(tries({ free: 11, quantity: 6 }), [5, true])
  assert.equal(tries({ free: 30, quantity: 20, mustQuantity: 20 }), undefined, 'the minimum')
  assert.equal(tries({ quantity: 12 }, 100, false), undefined, 'a known account')
  assert.deepEqual(tries({ quantity: 6 }, 25), [3, undefined], 'a lower setting applies to everyone')
  assert.deepEqual(tries({ quantity: 7 }, 25), [3, true])
})

test('a transfer keeps the stock for days, and never for less than before', () => {
  assert.equal(transferHold(5 * minute, 7, 0), 7 * dayMs)
  assert.equal(transferHold(8 * dayMs, 7, 0), 8 * dayMs)
})

test('no account holds more than half of a large stock for a transfer', () => {
  const refused = (share: Partial<Share>, percent = 100) =>
    code(() => checkTransferShare({ held: 0, free: 12, quantity: 1, mustQuantity: 1, ...share }, percent))
  assert.equal(refused({ quantity: 6 }), undefined)
  assert.equal(refused({ quantity: 7 }), 'share_exceeded')
  assert.equal(refused({ held: 6, free: 6 }), 'share_exceeded')
  assert.equal(refused({ free: 10, quantity: 10 }), undefined, 'a small stock')
  assert.equal(refused({ quantity: 4 }, 25), 'share_exceeded', 'a lower setting')
})
