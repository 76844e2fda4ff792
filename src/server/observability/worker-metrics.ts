import cluster from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { type Family, merged } from './metric-families.ts'

/** Messages between a worker that answers a scrape and the primary process. */
type ToPrimary = { requestId: number } | { ownMetrics: Family[] }
type ToWorker = { sendMetrics: true } | { allMetrics: Family[]; requestId: number }

export interface AnyWorker {
  send(message: ToWorker): unknown
  isConnected(): boolean
  on(event: 'message', listener: (message: ToPrimary) => void): unknown
  once(event: 'exit', listener: () => void): unknown
}

/** How long to wait for a busy worker; after that its last metrics count. */
const timeoutMs = 1000

/** Merges the metrics of all workers, in the primary process. */
export class WorkerSums {
  readonly #latest = new Map<AnyWorker, readonly Family[]>()
  /** Counters of ended workers stay, because a counter must not fall; their gauges go. */
  #ended: Family[] = []
  #round: { waiting: Set<AnyWorker>; done: () => void; families: Promise<Family[]> } | undefined

  add(worker: AnyWorker): void {
    this.#latest.set(worker, [])
    worker.on('message', message => {
      if ('ownMetrics' in message) this.#receive(worker, message.ownMetrics)
      if ('requestId' in message) void this.#answer(worker, message.requestId)
    })
    worker.once('exit', () => {
      const counted = (this.#latest.get(worker) ?? []).filter(({ kind }) => kind !== 'gauge')
      this.#ended = merged([this.#ended, counted])
      this.#latest.delete(worker)
      this.#finishFor(worker)
    })
  }

  #receive(worker: AnyWorker, families: readonly Family[]): void {
    if (this.#latest.has(worker)) this.#latest.set(worker, families)
    this.#finishFor(worker)
  }

  async #answer(worker: AnyWorker, requestId: number): Promise<void> {
    const allMetrics = await this.#families()
    if (worker.isConnected()) worker.send({ allMetrics, requestId })
  }

  /** Concurrent scrapes share one round. */
  #families(): Promise<Family[]> {
    if (this.#round) return this.#round.families
    const { promise, resolve: done } = Promise.withResolvers<void>()
    const waiting = new Set([...this.#latest.keys()].filter(worker => worker.isConnected()))
    const families = Promise.race([promise, delay(timeoutMs, undefined, { ref: false })]).then(() => {
      this.#round = undefined
      return merged([this.#ended, ...this.#latest.values()])
    })
    this.#round = { waiting, done, families }
    for (const worker of waiting) worker.send({ sendMetrics: true })
    return families
  }

  #finishFor(worker: AnyWorker): void {
    this.#round?.waiting.delete(worker)
    if (this.#round?.waiting.size === 0) this.#round.done()
  }
}

/** Returns a function that reads the metrics of all processes. */
export function acrossWorkers(own: () => Family[]): () => Promise<Family[]> {
  if (!cluster.isWorker) return async () => own()
  let lastId = 0
  const waiting = new Map<number, (families: Family[]) => void>()
  const send = (message: ToPrimary) => process.send?.(message)
  process.on('message', (message: ToWorker) => {
    if ('sendMetrics' in message) send({ ownMetrics: own() })
    if (!('allMetrics' in message)) return
    waiting.get(message.requestId)?.(message.allMetrics)
    waiting.delete(message.requestId)
  })
  return () => {
    const { promise, resolve } = Promise.withResolvers<Family[]>()
    waiting.set(++lastId, resolve)
    send({ requestId: lastId })
    return promise
  }
}
