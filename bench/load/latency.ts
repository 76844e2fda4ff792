// Started by the benchmark: asks two shops the same in turn, one request at a time, and reports how long each took.
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { p99 } from '../figures.ts'
import { reply } from '../reply.ts'
import type { Sent } from './child.ts'

export interface Probe {
  name: string
  requests: Sent[]
  /** A change of the shop before each request, so that no kept answer hides the database. */
  after?: 'order' | 'review'
}

export interface Target {
  url: string
  probes: Probe[]
  orders: Sent[]
  reviews: Sent[]
}

export interface LatencyTask {
  /** Two of them; the second is held against the first. */
  targets: Target[]
  samples: number
  /** From this ratio on a verdict is close: such a probe is sampled several times as long. */
  closeAt: number
}

export interface Latencies {
  name: string
  /** In milliseconds, for each target. */
  times: number[][]
  others: Record<string, number>
}

const warmUps = 30
/** No probe takes longer than this, whatever the machine is doing besides: the run has to end. */
const mostMs = 6000
const leastSamples = 100
const mostRepeats = 3

class Side {
  readonly #target: Target
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #turns = new Map<string, number>()
  #open: { id: string; headers: Record<string, string> } | undefined
  readonly others: Record<string, number> = {}

  constructor(target: Target) {
    this.#target = target
  }

  close(): void {
    this.#agent.destroy()
  }

  async sample(index: number): Promise<number> {
    const probe = this.#target.probes[index]
    if (!probe) throw new Error('There is no such probe')
    if (probe.after === 'order') await this.#orderOrRemove()
    if (probe.after === 'review') await this.#send(this.#next('reviews', this.#target.reviews))
    const sent = this.#next(probe.name, probe.requests)
    const start = performance.now()
    await this.#send(sent)
    return performance.now() - start
  }

  /** Places an order, and takes it back the next time: nobody ever has too many unpaid ones. */
  async #orderOrRemove(): Promise<void> {
    const open = this.#open
    this.#open = undefined
    if (open) {
      await this.#send({ method: 'DELETE', path: `/api/myBooking/${open.id}`, headers: open.headers })
      return
    }
    const order = this.#next('orders', this.#target.orders)
    const { _id: id } = JSON.parse(await this.#send(order)) as { _id: string }
    this.#open = { id, headers: { authorization: order.headers?.authorization ?? '' } }
  }

  #next(name: string, list: readonly Sent[]): Sent {
    const turn = this.#turns.get(name) ?? 0
    this.#turns.set(name, turn + 1)
    const sent = list[turn % list.length]
    if (!sent) throw new Error(`There is nothing to send for ${name}`)
    return sent
  }

  #send({ method = 'GET', path, headers = {}, body }: Sent): Promise<string> {
    return new Promise((resolve, reject) => {
      const options = { method, headers, agent: this.#agent }
      const outgoing = request(`${this.#target.url}${path}`, options, incoming => {
        const status = incoming.statusCode ?? 0
        if (status >= 300) this.others[`${status} ${path}`] = (this.others[`${status} ${path}`] ?? 0) + 1
        let text = ''
        incoming.setEncoding('utf8').on('data', chunk => {
          text += chunk
        })
        incoming.once('end', () => resolve(text)).once('error', reject)
      })
      outgoing.once('error', reject)
      outgoing.end(body)
    })
  }
}

const [task] = (await once(process, 'message')) as [LatencyTask]
const sides = task.targets.map(target => new Side(target))
const inTurn = [...sides.entries()]

/** Asks all sides in turn, each of them first every other time. */
async function take(index: number, count: number, times: number[][]): Promise<void> {
  const start = performance.now()
  const isEnough = (taken: number) => taken >= leastSamples && performance.now() - start > mostMs
  for (let taken = 0; taken < count && !isEnough(taken); taken++)
    for (const [at, side] of taken % 2 === 0 ? inTurn : inTurn.toReversed())
      times[at]?.push(await side.sample(index))
}

const isClose = ([first = [], second = []]: number[][]) => p99(second) / p99(first) > task.closeAt

const results: Latencies[] = []
for (const [index, { name }] of (task.targets[0]?.probes ?? []).entries()) {
  await take(index, warmUps, [])
  const times: number[][] = sides.map(() => [])
  await take(index, task.samples, times)
  for (let more = 0; more < mostRepeats && isClose(times); more++) await take(index, task.samples, times)
  const others = Object.assign({}, ...sides.map(side => ({ ...side.others })))
  for (const side of sides) for (const key of Object.keys(side.others)) delete side.others[key]
  results.push({ name, times, others })
}
for (const side of sides) side.close()
reply(results)
