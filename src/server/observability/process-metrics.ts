import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Family, gauge, sample } from './metric-families.ts'

const resolutionMs = 20

/** Event-loop lag and memory of the process. */
export class ProcessMeter {
  readonly #delay = monitorEventLoopDelay({ resolution: resolutionMs })

  start(): void {
    this.#delay.enable()
  }

  stop(): void {
    this.#delay.disable()
  }

  /** The lag is measured since the last call. */
  families(): Family[] {
    const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000) || 0
    const name = 'tuckshop_event_loop_lag_seconds'
    const samples = [
      sample(name, { percentile: '50' }, lag(this.#delay.percentile(50))),
      sample(name, { percentile: '99' }, lag(this.#delay.percentile(99))),
      sample(name, { percentile: '100' }, lag(this.#delay.max)),
    ]
    this.#delay.reset()
    const { rss, heapUsed, external } = process.memoryUsage()
    const startedAt = Math.floor(Date.now() / 1000 - process.uptime())
    return [
      {
        name,
        kind: 'gauge',
        help: 'Event-loop lag since the last scrape, of the slowest process.',
        merge: 'highest',
        samples,
      },
      gauge('process_resident_memory_bytes', 'Memory of the shop.', rss),
      gauge('nodejs_heap_size_used_bytes', 'Memory that objects use.', heapUsed),
      gauge('nodejs_external_memory_bytes', 'Memory outside of the heap.', external),
      {
        ...gauge(
          'process_start_time_seconds',
          'When the shop, or the latest of its processes, started.',
          startedAt,
        ),
        merge: 'highest',
      },
    ]
  }
}
