import { monitorEventLoopDelay } from 'node:perf_hooks'
import { described, gauge, sample } from './lines.ts'

const resolutionMs = 20

/** How long the event loop keeps everybody waiting, and how much memory the process takes. */
export class ProcessMeter {
  readonly #delay = monitorEventLoopDelay({ resolution: resolutionMs })

  start(): void {
    this.#delay.enable()
  }

  stop(): void {
    this.#delay.disable()
  }

  /** The lag is told since the last time that somebody asked. */
  lines(): string[] {
    const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000) || 0
    const name = 'tuckshop_event_loop_lag_seconds'
    const lags = described(name, 'gauge', 'Event-loop lag since the last scrape.', [
      sample(name, { quantile: '0.5' }, lag(this.#delay.percentile(50))),
      sample(name, { quantile: '0.99' }, lag(this.#delay.percentile(99))),
      sample(name, { quantile: '1' }, lag(this.#delay.max)),
    ])
    this.#delay.reset()
    const { rss, heapUsed, external } = process.memoryUsage()
    return [
      ...lags,
      ...gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
      ...gauge('nodejs_heap_size_used_bytes', 'Memory that objects use.', heapUsed),
      ...gauge('nodejs_external_memory_bytes', 'Memory outside of the heap.', external),
      ...gauge(
        'process_start_time_seconds',
        'When the process started.',
        Math.floor(Date.now() / 1000 - process.uptime()),
      ),
    ]
  }
}
