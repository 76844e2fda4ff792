import assert from 'node:assert/strict'
import { type TestContext, test, vi } from 'vitest'
import { type Job, startJobs } from './every.ts'

interface Run {
  end(error?: unknown): Promise<void>
}

/** A job that the test ends, with a fake clock. */
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

test('a job runs on schedule, and never twice in parallel', async t => {
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

/** Fails if the next run is scheduled only after a successful one. */
test('a failed job is reported and runs again on schedule', async t => {
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

/** Fails if stopping does not wait: the database would be closed while a job runs. */
test('stopping waits for running jobs, and no job starts afterwards', async t => {
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

/** Fails if processes that started together run their jobs simultaneously forever. */
test('each run is up to a tenth early or late, at random', async t => {
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
