import assert from 'node:assert/strict'
import { test } from 'vitest'
import { closeShop, type OpenShop } from './close-shop.ts'
import { deadlinesAfter } from './shutdown.ts'

const deadlines = deadlinesAfter(5000)

const settled = () => new Promise(setImmediate)

/** A shop that records its steps, and a clock that the test advances. */
function watched() {
  const steps: string[] = []
  const [closed, jobs] = [Promise.withResolvers<undefined>(), Promise.withResolvers<void>()]
  const clock = new Map<number, () => void>()
  const note = (step: string) => {
    steps.push(step)
  }
  const shop: OpenShop = {
    app: {
      close: (() => {
        note('stop listening')
        return closed.promise
      }) as OpenShop['app']['close'],
      cut: () => note('cut'),
    },
    deps: {
      mail: { close: () => note('mail') },
      db: { close: async () => note('database') },
      tracing: { stop: async () => note('traces') },
    },
    stopJobs: () => {
      note('stop jobs')
      return jobs.promise
    },
    stopBackup: async () => note('backup'),
    release: () => note('release'),
  }
  const done = closeShop(shop, deadlines, ms => new Promise(resolve => clock.set(ms, resolve)))
  return { steps, closed, jobs, done, at: (ms: number) => clock.get(ms)?.() }
}

/** Fails if listening stops immediately: no health check would notice. Fails if the database closes first. */
test('a shop closes in order: the health check fails first, and the database closes last', async () => {
  const { steps, closed, jobs, done, at } = watched()
  await settled()
  assert.deepEqual(steps, ['stop jobs'])
  at(deadlines.stopListening)
  await settled()
  assert.deepEqual(steps, ['stop jobs', 'stop listening'])
  closed.resolve(undefined)
  await settled()
  assert.deepEqual(steps, ['stop jobs', 'stop listening'], 'a job is under way')
  jobs.resolve()
  await done
  assert.deepEqual(steps, ['stop jobs', 'stop listening', 'mail', 'backup', 'database', 'release', 'traces'])
})

/** Fails if there is no limit on waiting for visitors or jobs: the log is never written back. */
test('hanging requests and jobs are cut off, and the database is still closed', async () => {
  for (const hanging of ['closed', 'jobs'] as const) {
    const shop = watched()
    shop.at(deadlines.stopListening)
    if (hanging === 'closed') shop.jobs.resolve()
    else shop.closed.resolve(undefined)
    await settled()
    assert.deepEqual(shop.steps, ['stop jobs', 'stop listening'])
    shop.at(deadlines.cut)
    await shop.done
    assert.deepEqual(shop.steps.slice(2), ['cut', 'mail', 'backup', 'database', 'release', 'traces'], hanging)
  }
})
