import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import type { Item } from '#contract/items.ts'
import { orderOf } from '../tests/helpers/customers.ts'
import { migratedDatabase } from '../tests/helpers/databases.ts'
import { freePort } from '../tests/helpers/free-port.ts'
import { type Crowd, furnish } from './crowd.ts'
import type { Random } from './random.ts'
import type { Run, Scenario } from './scenario.ts'
import { ShopProcess } from './shop-process.ts'
import type { Shopper } from './shopper.ts'

const requestsPerRound = 1000
const atOnce = 24
const mostDrift = 20

/** Sends valid and invalid requests; the shop's memory must not grow. */
export const memory: Scenario = {
  name: 'memory, mixed requests',
  rounds: { quick: 1, standard: 200 },
  engines: ['sqlite'],
  async run(run) {
    const database = await migratedDatabase('sqlite')
    const crowd = await furnish(database, 'sqlite', atOnce)
    const shop = await ShopProcess.start(database.environment, await freePort())
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
    const samples: number[] = []
    try {
      for (; run.tally.rounds < run.rounds; run.tally.rounds++) {
        await burst(run, shop.url, agent, crowd)
        samples.push(await residentMb(shop.pid))
      }
    } finally {
      agent.destroy()
      await shop.end('SIGTERM')
      await database.remove()
    }
    judge(run, samples)
  },
}

/** Short runs are not judged, because caches, compiled code and the heap grow at first. */
function judge({ tally }: Run, samples: readonly number[]): void {
  const tenth = Math.floor(samples.length / 10)
  const settled = lowest(samples.slice(3 * tenth, 4 * tenth))
  const end = lowest(samples.slice(-Math.max(tenth, 1)))
  tally.note = `${Math.round(end)} MB at the end`
  if (samples.length < 50) return
  const drift = end - settled
  tally.note += `, drift ${drift.toFixed(1)} MB`
  tally.expect(drift < mostDrift, `memory grew by ${drift.toFixed(1)} MB after it had settled`)
}

const lowest = (list: readonly number[]): number => Math.min(...list)

async function residentMb(pid: number): Promise<number> {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

async function burst(
  { random, tally }: Run,
  url: string,
  agent: Agent,
  { item, shoppers }: Crowd,
): Promise<void> {
  let left = requestsPerRound
  const worker = async (shopper: Shopper) => {
    while (left-- > 0) {
      const sent = random.pick(requests(random, item, shopper))
      const status = await send(url, agent, sent)
      if (sent.bad) tally.faults++
      else tally.acknowledged++
      const isExpected = sent.bad ? status >= 400 && status < 500 : status < 500
      tally.expect(isExpected, `${sent.method} ${sent.path.slice(0, 60)} answered ${status}`)
    }
  }
  await Promise.all(shoppers.map(worker))
}

interface TestRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  bad?: boolean
}

const json = { 'content-type': 'application/json' }
const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
const long = JSON.stringify({ comment: 'x'.repeat(100_000) })

function requests(random: Random, item: Item, { email, bearer }: Shopper): TestRequest[] {
  const own = { authorization: bearer }
  const noise = random.next().toString(36).slice(2)
  return [
    { method: 'GET', path: '/api/items?limit=50' },
    { method: 'GET', path: `/api/items/${item._id}` },
    { method: 'GET', path: `/api/items?search=${noise.slice(0, 3)}` },
    { method: 'GET', path: '/' },
    { method: 'GET', path: `/${noise}` },
    { method: 'GET', path: `/api/myBooking/${encodeURIComponent(email)}`, headers: own },
    {
      method: 'POST',
      path: '/api/booking',
      headers: { ...own, ...json, 'idempotency-key': noise },
      body: JSON.stringify(orderOf(item, email, 1)),
    },
    { method: 'GET', path: `/api/items/${noise}`, bad: true },
    { method: 'GET', path: `/api/${noise}/%00/..%2f`, bad: true },
    { method: 'GET', path: '/api/auth/me', headers: { authorization: `Bearer ${noise}` }, bad: true },
    { method: 'GET', path: `/api/items?limit=${noise}`, bad: true },
    { method: 'POST', path: '/api/myReview', headers: { ...own, ...json }, body: deep, bad: true },
    { method: 'POST', path: '/api/myReview', headers: { ...own, ...json }, body: long, bad: true },
    { method: 'POST', path: '/api/booking', headers: { ...own, ...json }, body: `{"${noise}`, bad: true },
    {
      method: 'POST',
      path: '/api/booking',
      headers: { ...own, 'content-type': noise },
      body: 'x',
      bad: true,
    },
    { method: 'POST', path: '/api/auth/sign-in', headers: json, body: `{"email":"${noise}"}`, bad: true },
  ]
}

function send(url: string, agent: Agent, { method, path, headers = {}, body }: TestRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${path}`, { method, headers, agent }, answer => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      answer.once('error', reject)
    })
    // The shop refuses a body over the limit before it is read completely, and closes the connection.
    outgoing.once('error', error => ('code' in error && body === long ? resolve(413) : reject(error)))
    outgoing.end(body)
  })
}
