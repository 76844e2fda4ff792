import assert from 'node:assert/strict'
import { type TestContext, test, vi } from 'vitest'
import { type Job, startJobs } from './every.ts'

interface Run {
  end(error?: unknown): Promise<void>
}

/** A job that the test ends by hand, and the clock it runs by. */
function watched(t: TestContext, random = () => 0.5) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  t.onTestFinished(() => void vi.useRealTimers())
  const runs: Run[] = []
  const errors: [string, unknown][] = []
  const job: Job = {
    name: 'watched',
    everyMs: 1000,
    run: () =>
      new Promise<void>((resolve, reject) => {
        runs.push({
          async end(error) {
            if (error === undefined) resolve()
            else reject(error)
            for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
          },
        })
      }),
  }
  const stop = startJobs([job], (name, error) => errors.push([name, error]), random)
  return { runs, errors, stop, pass: (ms: number) => vi.advanceTimersByTime(ms) }
}

test('a job runs in its turn, and never twice at once', async t => {
  const { runs, stop, pass } = watched(t)
  pass(999)
  assert.equal(runs.length, 0)
  pass(1)
  assert.equal(runs.length, 1)
  pass(60_000)
  assert.equal(runs.length, 1, 'the first is still under way')
  await runs[0]?.end()
  pass(1000)
  assert.equal(runs.length, 2)
  await runs[1]?.end()
  await stop()
})

/** Fails where the next turn is planned only after one that went well. */
test('a job that fails is reported, and tried again in its turn', async t => {
  const { runs, errors, stop, pass } = watched(t)
  const fault = new Error('no')
  for (const time of [1, 2, 3]) {
    pass(1000)
    assert.equal(runs.length, time)
    await runs[time - 1]?.end(fault)
  }
  assert.deepEqual(
    errors,
    [1, 2, 3].map(() => ['watched', fault]),
  )
  await stop()
})

/** Fails where the end does not wait: the database is closed under a job that is at work. */
test('the end waits for what is under way, and nothing begins after it', async t => {
  const { runs, stop, pass } = watched(t)
  pass(1000)
  let over = false
  const stopped = stop().then(() => {
    over = true
  })
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  assert.equal(over, false)
  await runs[0]?.end()
  await stopped
  pass(60_000)
  assert.equal(runs.length, 1)
})

/** Fails where processes that were started together do everything at the same moment, again and again. */
test('a job comes up to a tenth sooner or later, each time anew', async t => {
  const moments = [0, 1, 0.5]
  const { runs, stop, pass } = watched(t, () => moments.shift() ?? 0.5)
  pass(899)
  assert.equal(runs.length, 0)
  pass(1)
  assert.equal(runs.length, 1)
  await runs[0]?.end()
  pass(1099)
  assert.equal(runs.length, 1)
  pass(1)
  assert.equal(runs.length, 2)
  await runs[1]?.end()
  await stop()
})
