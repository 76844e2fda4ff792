import assert from 'node:assert/strict'
import { test } from 'vitest'
import { closeShop, type OpenShop } from './close-shop.ts'
import { deadlinesAfter } from './shutdown.ts'

const deadlines = deadlinesAfter(5000)

const settled = () => new Promise(setImmediate)

/** A shop whose steps are written down, and a clock that moves when it is told. */
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

/** Fails where listening stops at once: nobody who looks at the health learns of it. Fails where the database goes first. */
test('a shop closes from the visitors inwards: health first, and the database when nobody needs it', async () => {
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

/** Fails where visitors or jobs are waited for without an end: the log is never written back. */
test('visitors and jobs that hang are cut, and the database is closed all the same', async () => {
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
