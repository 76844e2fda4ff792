import assert from 'node:assert/strict'
import { test } from 'vitest'
import { eventually } from '../../../tests/helpers/paying-shop.ts'
import { withProcess } from '../../../tests/helpers/shop-process.ts'

/** Fails where a scrape tells of the process that happened to answer, or where counts fall when a worker ends. */
test('two workers count as one shop, also after one of them was killed', async () => {
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
    // A connection each: the system decides who takes it.
    const ask = async () => {
      const { status } = await fetch(`${shop.url}/api/health`, { headers: { connection: 'close' } })
      if (status === 200) asked++
      return workers().length === 2
    }
    await eventually(ask, 'both workers to have answered')
    await eventually(async () => (await counted()) === asked, 'all answers to be counted')
    process.kill(workers()[0] ?? 0, 'SIGKILL')
    await eventually(
      async () => shop.printed().includes('another one takes its place'),
      'the end to be noticed',
    )
    assert.equal(await counted(), asked)
  })
})
