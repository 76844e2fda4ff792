// Started by the benchmark: sends requests over a fixed number of connections and reports the result.
import { once } from 'node:events'
import autocannon from 'autocannon'
import { p99 } from '../figures.ts'
import { reply } from '../reply.ts'
import type { LoadResult, LoadTask } from './result.ts'

const [{ url, connections, requests, until }] = (await once(process, 'message')) as [LoadTask]
const share = Math.max(1, Math.floor(requests.length / connections))
let nextClient = 0

const options: autocannon.Options = {
  url,
  connections,
  ...('answers' in until ? { amount: until.answers } : { duration: until.seconds }),
  // Gives each connection its own requests; otherwise all would send the same one at the same time.
  setupClient: client => {
    const first = (share * nextClient++) % requests.length
    client.setRequests(requests.slice(first, first + share))
  },
}
const usedBefore = process.cpuUsage()
const begun = performance.now()
let last = begun
const times: number[] = []
const result = await new Promise<autocannon.Result>((resolve, reject) => {
  const running = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)))
  running.on('response', (_client, _status, _bytes, ms) => {
    times.push(ms)
    // autocannon's own clock has a resolution of one second.
    last = performance.now()
  })
})

const seconds = (last - begun) / 1000
const used = process.cpuUsage(usedBefore)
const statuses = Object.entries(result.statusCodeStats ?? {}).filter(([status]) => !status.startsWith('2'))
const answer: LoadResult = {
  answers: result['2xx'],
  seconds,
  p99Ms: p99(times),
  loadShare: (used.user + used.system) / 1e6 / seconds,
  faults: {
    ...Object.fromEntries(statuses.map(([status, { count = 0 }]) => [status, count])),
    ...(result.errors > 0 && { 'broken connections': result.errors }),
  },
}
reply(answer)
