import cluster from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { type Family, merged } from './metric-families.ts'

/** Between a worker that is asked for the metrics and the process that watches over all of them. */
type ToWatcher = { wantsMetrics: number } | { tellsMetrics: Family[] }
type ToWorker = { tellMetrics: true } | { metricsOfAll: Family[]; wanted: number }

/** A worker as cluster has it. */
export interface AnyWorker {
  send(message: ToWorker): unknown
  isConnected(): boolean
  on(event: 'message', hear: (message: ToWatcher) => void): unknown
  once(event: 'exit', hear: () => void): unknown
}

/** How long a worker that is busy is waited for; then what it told last counts. */
const patienceMs = 1000

/** In the process that watches over the workers: adds up what they count. */
export class WorkerSums {
  readonly #told = new Map<AnyWorker, readonly Family[]>()
  /** A counter must not fall when a worker ends: what it had counted stays, its gauges go with it. */
  #ended: Family[] = []
  #round: { waiting: Set<AnyWorker>; done: () => void; families: Promise<Family[]> } | undefined

  add(worker: AnyWorker): void {
    this.#told.set(worker, [])
    worker.on('message', message => {
      if ('tellsMetrics' in message) this.#hear(worker, message.tellsMetrics)
      if ('wantsMetrics' in message) void this.#answer(worker, message.wantsMetrics)
    })
    worker.once('exit', () => {
      const counted = (this.#told.get(worker) ?? []).filter(({ kind }) => kind !== 'gauge')
      this.#ended = merged([this.#ended, counted])
      this.#told.delete(worker)
      this.#strikeOff(worker)
    })
  }

  #hear(worker: AnyWorker, families: readonly Family[]): void {
    if (this.#told.has(worker)) this.#told.set(worker, families)
    this.#strikeOff(worker)
  }

  async #answer(worker: AnyWorker, wanted: number): Promise<void> {
    const metricsOfAll = await this.#families()
    if (worker.isConnected()) worker.send({ metricsOfAll, wanted })
  }

  /** Those who ask while everybody is being asked get the same answer. */
  #families(): Promise<Family[]> {
    if (this.#round) return this.#round.families
    const { promise, resolve: done } = Promise.withResolvers<void>()
    const waiting = new Set([...this.#told.keys()].filter(worker => worker.isConnected()))
    const families = Promise.race([promise, delay(patienceMs, undefined, { ref: false })]).then(() => {
      this.#round = undefined
      return merged([this.#ended, ...this.#told.values()])
    })
    this.#round = { waiting, done, families }
    for (const worker of waiting) worker.send({ tellMetrics: true })
    return families
  }

  #strikeOff(worker: AnyWorker): void {
    this.#round?.waiting.delete(worker)
    if (this.#round?.waiting.size === 0) this.#round.done()
  }
}

/** In whatever process answers: a way to have the metrics of all its siblings, itself included. */
export function acrossWorkers(own: () => Family[]): () => Promise<Family[]> {
  if (!cluster.isWorker) return async () => own()
  let asked = 0
  const waiting = new Map<number, (families: Family[]) => void>()
  const send = (message: ToWatcher) => process.send?.(message)
  process.on('message', (message: ToWorker) => {
    if ('tellMetrics' in message) send({ tellsMetrics: own() })
    if (!('metricsOfAll' in message)) return
    waiting.get(message.wanted)?.(message.metricsOfAll)
    waiting.delete(message.wanted)
  })
  return () => {
    const { promise, resolve } = Promise.withResolvers<Family[]>()
    waiting.set(++asked, resolve)
    send({ wantsMetrics: asked })
    return promise
  }
}
