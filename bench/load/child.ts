// Started by the benchmark: sends requests over a fixed number of connections and reports what came back.
import { once } from 'node:events'
import autocannon from 'autocannon'
import { reply } from '../reply.ts'

export interface Sent {
  method?: 'GET' | 'POST' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface LoadTask {
  url: string
  connections: number
  /** Until so many seconds are over, or so many answers are there. */
  seconds?: number
  amount?: number
  requests: Sent[]
  /** Each connection sends requests of its own, its share of the list, in turn. */
  shared?: boolean
}

export interface LoadResult {
  perSecond: number
  fine: number
  /** How often each answer came that was no success; empty when all is well. */
  others: Record<string, number>
}

const [task] = (await once(process, 'message')) as [LoadTask]
const share = task.requests.length / task.connections
let nextClient = 0

const options: autocannon.Options = {
  url: task.url,
  connections: task.connections,
  ...(task.amount ? { amount: task.amount } : { duration: task.seconds ?? 1 }),
  ...(task.shared
    ? {
        setupClient: client => {
          const first = share * nextClient++
          client.setRequests(task.requests.slice(first, first + share))
        },
      }
    : { requests: task.requests }),
}
const begun = performance.now()
let last = begun
const result = await new Promise<autocannon.Result>((resolve, reject) => {
  const running = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)))
  // Its own clock looks up once a second only.
  running.on('response', () => {
    last = performance.now()
  })
})

const seconds = (last - begun) / 1000
const statuses = Object.entries(result.statusCodeStats ?? {}).filter(([status]) => !status.startsWith('2'))
const answer: LoadResult = {
  perSecond: result['2xx'] / seconds,
  fine: result['2xx'],
  others: {
    ...Object.fromEntries(statuses.map(([status, { count = 0 }]) => [status, count])),
    ...(result.errors > 0 && { 'broken connections': result.errors }),
  },
}
reply(answer)
