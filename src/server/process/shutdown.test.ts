import assert from 'node:assert/strict'
import { afterEach, beforeEach, type Mock, test, vi } from 'vitest'
import { deadlinesAfter, Shutdown } from './shutdown.ts'

let exit: Mock<typeof process.exit>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // The test process continues here; the process of a shop would have exited.
  exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const codes = () => exit.mock.calls.map(([code]) => code)
const settled = () => new Promise(setImmediate)
const never = () => new Promise<void>(() => undefined)

/** Fails if a second signal starts the work again, or ends the process immediately. */
test('several signals cause one shutdown: its work runs once, and then the process exits', async () => {
  const shutdown = new Shutdown()
  const { promise, resolve } = Promise.withResolvers<void>()
  let runs = 0
  shutdown.onBegin(() => {
    runs++
    return promise
  })
  assert.equal(shutdown.signal.aborted, false)
  for (let n = 0; n < 3; n++) shutdown.begin()
  await settled()
  assert.deepEqual([runs, shutdown.signal.aborted, codes()], [1, true, []])
  resolve()
  await settled()
  assert.deepEqual([runs, codes()], [1, [0]])
})

test('the exit code of a fault is not replaced by a later success', async () => {
  const shutdown = new Shutdown()
  shutdown.onBegin(async () => undefined)
  shutdown.begin(1)
  shutdown.begin()
  await settled()
  assert.deepEqual(codes(), [1])
})

/** Fails if the exit waits for hanging work: the port is closed and the folder locked for minutes. */
test('hanging work ends with the process, less than ten seconds after the drain', async () => {
  for (const drainMs of [0, 5000, 60_000]) {
    const deadlines = deadlinesAfter(drainMs)
    const hanging = new Shutdown(drainMs)
    hanging.onBegin(never)
    hanging.begin()
    vi.advanceTimersByTime(deadlines.exit - 1)
    assert.deepEqual(codes(), [])
    vi.advanceTimersByTime(1)
    assert.deepEqual(codes(), [0])
    exit.mockClear()
    const { stopListening, abandon, cut } = deadlines
    const course = [drainMs, stopListening, abandon, cut, deadlines.exit, drainMs + 10_000]
    assert.deepEqual(
      course,
      course.toSorted((a, b) => a - b),
      'each of them has its time',
    )
  }
})

/** Fails if a damaged database is used for as long as the drain takes. */
test('a shop that ends because of a fault does not drain', async () => {
  const told: number[] = []
  for (const code of [0, 1]) {
    const shutdown = new Shutdown(5000)
    shutdown.onBegin(async ({ stopListening }) => void told.push(stopListening))
    shutdown.begin(code)
  }
  // Wait before anything can fail here: later the exit would be a real one.
  await settled()
  assert.deepEqual(told, [5000, 200])
})

test('a silent provider is abandoned, one that answers is not, and later calls are not waited for', async () => {
  const shutdown = new Shutdown()
  shutdown.onBegin(never)
  const partner = shutdown.bound({
    name: 'partner',
    count: 2,
    twice(this: { count: number }) {
      return this.count * 2
    },
    silent: () => never(),
    answer: async () => 'yes',
    fail: async () => {
      throw new Error('no')
    },
  })
  assert.deepEqual([partner.name, partner.twice()], ['partner', 4], 'the rest of it is as it was')
  const waiting = partner.silent()
  const { promise: afterwards, resolve: goOn } = Promise.withResolvers<void>()
  const given = assert.rejects(Promise.race([waiting, afterwards]), {
    code: 'unavailable',
    message: /closing right now/,
  })
  shutdown.begin()
  assert.equal(await partner.answer(), 'yes', 'until then it is waited for')
  await assert.rejects(partner.fail(), /^Error: no$/)
  vi.advanceTimersByTime(deadlinesAfter(0).abandon)
  await settled()
  goOn()
  await given
  await assert.rejects(Promise.race([partner.silent(), settled()]), { code: 'unavailable' })
  await assert.rejects(partner.fail(), { code: 'unavailable' })
})
