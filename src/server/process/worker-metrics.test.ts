import assert from 'node:assert/strict'
import { test } from 'vitest'
import { eventually } from '../../../tests/helpers/card-shop.ts'
import { withProcess } from '../../../tests/helpers/shop-process.ts'

/** Fails if a scrape covers only the process that answers it, or if counters fall when a worker ends. */
test('the metrics of two workers are added up, also after one of them was killed', async () => {
  await withProcess('postgres', { WORKERS: '2', LOG_LEVEL: 'info' }, async shop => {
    const counted = async () => {
      const text = await (await fetch(`${shop.url}/api/metrics`)).text()
      return Number(
        /^tuckshop_requests_total\{method="GET",route="\/health",status="2xx"\} (\d+)$/m.exec(text)?.[1],
      )
    }
    const workers = () => [
      ...new Set(
        [...shop.printed().matchAll(/"pid":(\d+).*"route":"\/health"/g)].map(([, pid]) => Number(pid)),
      ),
    ]
    let asked = 0
    // A new connection for each request: the system chooses the worker.
    const ask = async () => {
      const { status } = await fetch(`${shop.url}/api/health`, { headers: { connection: 'close' } })
      if (status === 200) asked++
      return workers().length === 2
    }
    await eventually(ask, 'both workers to have answered')
    await eventually(async () => (await counted()) === asked, 'all answers to be counted')
    process.kill(workers()[0] ?? 0, 'SIGKILL')
    await eventually(async () => shop.printed().includes('another one replaces it'), 'the end to be noticed')
    assert.equal(await counted(), asked)
  })
})
