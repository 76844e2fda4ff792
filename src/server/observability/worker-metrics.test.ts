import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'vitest'
import { type Family, gauge } from './metric-families.ts'
import { type AnyWorker, WorkerSums } from './worker-metrics.ts'

/** A worker that has counted this many orders. It may be silent. */
class Worker extends EventEmitter {
  readonly answers: Family[][] = []
  orders: number
  isSilent = false

  constructor(orders: number) {
    super()
    this.orders = orders
  }

  isConnected(): boolean {
    return true
  }

  send(message: Parameters<AnyWorker['send']>[0]): void {
    if ('allMetrics' in message) this.answers.push(message.allMetrics)
    else if (!this.isSilent) this.emit('message', { ownMetrics: this.families() })
  }

  families(): Family[] {
    const orders: Family = { name: 'orders', kind: 'counter', help: 'x', samples: [['orders', this.orders]] }
    const lag = { ...gauge('lag', 'x', this.orders), merge: 'highest' } as const
    return [orders, gauge('memory', 'x', 10), lag]
  }

  /** The response to a scrape of this worker. */
  async scrape(): Promise<Record<string, number>> {
    this.emit('message', { requestId: 1 })
    while (this.answers.length === 0) await new Promise(resolve => setImmediate(resolve))
    return Object.fromEntries((this.answers.pop() ?? []).flatMap(({ samples }) => samples))
  }
}

function watched(...counts: number[]): Worker[] {
  const sums = new WorkerSums()
  const workers = counts.map(orders => new Worker(orders))
  for (const worker of workers) sums.add(worker)
  return workers
}

/** Fails if a worker reports only its own metrics. */
test('the counts of all workers are added up, whichever answers the scrape', async () => {
  const [first, second] = watched(3, 4)
  for (const worker of [first, second])
    assert.deepEqual(await worker?.scrape(), { orders: 7, memory: 20, lag: 4 })
})

/**
 * Fails if the counts of a worker disappear with it: Prometheus takes a falling counter for a restart, and counts
 * everything twice.
 */
test('the counters of a worker stay when it ends; its gauges do not', async () => {
  const [first, second] = watched(3, 4)
  await first?.scrape()
  second?.emit('exit')
  assert.deepEqual(await first?.scrape(), { orders: 7, memory: 10, lag: 3 })
})

/** Fails if a busy worker counts as zero. */
test('the last metrics of a worker count if it does not answer in time', async () => {
  const [first, second] = watched(3, 4)
  await first?.scrape()
  Object.assign(second ?? {}, { isSilent: true, orders: 9 })
  assert.equal((await first?.scrape())?.orders, 7)
})
