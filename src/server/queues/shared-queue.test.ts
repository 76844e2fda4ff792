import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { queues } from './queues.ts'
import { type QueueLimits, type Requester, SharedQueue, shopRequester } from './shared-queue.ts'

const from = (address: string, more: Partial<Requester> = {}): Requester => ({ address, times: 1, ...more })
const limits: QueueLimits = {
  atOnce: 2,
  waiting: 6,
  perAddress: 4,
  message: 'Please come back.',
  retryAfter: 2,
}
const full = (error: unknown) => error instanceof Refusal && error.code === 'overloaded'

/** A queue whose work ends on demand. Returns who has started, in order. */
function queueOf(more: Partial<QueueLimits> = {}) {
  const queue = new SharedQueue({ ...limits, ...more })
  const begun: string[] = []
  const running: (() => void)[] = []
  const all: Promise<void>[] = []
  const ask = (requester: Requester, name = requester.address): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = queue.run(requester, () => {
      begun.push(name)
      running.push(resolve)
      return promise
    })
    all.push(done)
    done.catch(() => undefined)
    return done
  }
  const turn = () => new Promise(resolve => setImmediate(resolve))
  const finishOne = async () => {
    running.shift()?.()
    await turn()
  }
  const finishAll = async () => {
    await turn()
    while (running.length > 0) await finishOne()
    return Promise.allSettled(all)
  }
  return { ask, begun, finishOne, finishAll }
}

/** Without the limits all twenty run simultaneously. */
test('some run, some wait, the rest are told to come back', async () => {
  const { ask, begun, finishAll } = queueOf({ perAddress: 100 })
  for (let n = 0; n < 20; n++) void ask(from('a'))
  assert.equal(begun.length, 2)
  const refused = (await finishAll()).filter(result => result.status === 'rejected')
  assert.equal(refused.length, 20 - limits.atOnce - limits.waiting)
  assert.ok(refused.every(({ reason }) => full(reason) && reason.extras.retryAfter === 2))
  assert.equal(begun.length, 8)
  const again = ask(from('a'))
  await finishAll()
  await again
})

/** Fails with a single queue: b waits until all of a are done. */
test('IP addresses take turns, regardless of how many wait for one of them', async () => {
  const { ask, begun, finishAll } = queueOf({ waiting: 10, perAddress: 6 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) void ask(from('a'), name)
  void ask(from('b'), 'b1')
  void ask(from('c'), 'c1')
  void ask(from('b'), 'b2')
  await finishAll()
  assert.deepEqual(begun, ['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5', 'a6'])
})

test('an IP address has its limit, a trusted one a hundred times as much, and the shop itself none', async () => {
  const { ask, finishAll } = queueOf({ waiting: 100 })
  const count = async (requester: Requester) => {
    let refused = 0
    for (let n = 0; n < 20; n++) void ask(requester).catch(() => refused++)
    await new Promise(resolve => setImmediate(resolve))
    return 20 - refused
  }
  assert.deepEqual(
    [await count(from('a')), await count(from('b', { times: 100 })), await count(shopRequester)],
    [4, 20, 20],
  )
  await finishAll()
})

test('with the queue full, an IP address without other requests still gets a slot', async () => {
  const { ask, finishAll } = queueOf()
  for (let n = 0; n < 4; n++) for (const address of ['a', 'b']) void ask(from(address))
  await assert.rejects(ask(from('a')), full)
  const alone = Array.from({ length: 8 }, (_, n) => ask(from(`alone ${n}`)))
  await assert.rejects(ask(from('alone 0')), full)
  const results = await finishAll()
  assert.equal(results.filter(({ status }) => status === 'rejected').length, 4)
  assert.deepEqual(
    (await Promise.allSettled(alone)).map(({ status }) => status),
    [...Array(6).fill('fulfilled'), 'rejected', 'rejected'],
  )
})

test('failed work releases its slot', async () => {
  const queue = new SharedQueue({ ...limits, atOnce: 1, waiting: 0, perAddress: 1 })
  for (let n = 0; n < 3; n++)
    await assert.rejects(
      queue.run(from('a'), async () => {
        throw new Error('broken')
      }),
      /broken/,
    )
  assert.equal(await queue.run(from('a'), async () => 'done'), 'done')
})

/** Failed on 6ceb9a3: three accounts with ten endless uploads blocked everyone else's pictures. */
test('customers’ uploads leave slots for admins and for other customers', () => {
  const uploads = new SharedQueue(queues.uploads)
  const begin = (account: string, address: string, isAdmin = false) =>
    uploads.enter(from(address, { account, isAdmin }))
  const leave = begin('ann', 'a')
  assert.throws(() => begin('ann', 'b'), full, 'one of an account')
  begin('bob', 'a')
  assert.throws(() => begin('cleo', 'a'), full, 'two of an address')
  for (const address of ['b', 'c', 'd', 'e', 'f']) for (const n of [1, 2]) begin(`${address}${n}`, address)
  assert.throws(() => begin('dan', 'g'), full, 'twelve of all customers')
  for (let n = 0; n < 4; n++) begin('admin', 'a', true)
  assert.throws(() => begin('admin', 'a', true), full)
  leave()
  leave()
  assert.throws(() => begin('ann', 'a'), full, 'the admin has its place')
  begin('admin', 'a', true)
})

/** For any sequence of requests: none is lost, and every slot is released. */
test('every queue is empty after all work is done', async () => {
  const requester = fc.record({
    address: fc.constantFrom('a', 'b', 'c'),
    account: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
    isAdmin: fc.boolean(),
    times: fc.constantFrom(1, 2),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(requester, fc.constant('end' as const)), { maxLength: 60 }),
      async steps => {
        const { ask, begun, finishOne, finishAll } = queueOf({ perAccount: 3, forAdmins: 1 })
        for (const step of steps) step === 'end' ? await finishOne() : void ask(step)
        const asked = steps.filter(step => step !== 'end').length
        const refused = (await finishAll()).filter(({ status }) => status === 'rejected').length
        assert.equal(begun.length, asked - refused)
        const admin = from('d', { isAdmin: true })
        for (let n = 0; n < 2; n++) void ask(admin, 'last')
        assert.deepEqual(begun.slice(-2), ['last', 'last'])
        await finishAll()
      },
    ),
  )
})
