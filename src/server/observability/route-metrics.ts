import { type Family, type Labels, type Sample, sample } from './metric-families.ts'

/** Upper bounds in milliseconds; longer requests count only under +Inf. */
const bounds = [1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000]

const classes = ['1xx', '2xx', '3xx', '4xx', '5xx']

/** The responses of one route and their durations. */
export class RouteMeter {
  readonly labels: Labels
  readonly #answers = classes.map(() => 0)
  readonly #buckets = [...bounds, Number.POSITIVE_INFINITY].map(() => 0)
  #totalMs = 0

  constructor(labels: Labels) {
    this.labels = labels
  }

  count(status: number, ms: number): void {
    const group = Math.min(classes.length, Math.max(1, Math.floor(status / 100))) - 1
    this.#answers[group] = (this.#answers[group] ?? 0) + 1
    let slot = 0
    while (slot < bounds.length && ms > (bounds[slot] ?? 0)) slot++
    this.#buckets[slot] = (this.#buckets[slot] ?? 0) + 1
    this.#totalMs += ms
  }

  answers(name: string): Sample[] {
    return this.#answers.flatMap((count, at) =>
      count === 0 ? [] : [sample(name, { ...this.labels, status: classes[at] ?? '' }, count)],
    )
  }

  /** Buckets are cumulative, as Prometheus expects. */
  histogram(name: string): Sample[] {
    let sum = 0
    const buckets = this.#buckets.map((count, at) => {
      sum += count
      const bound = bounds[at]
      const le = bound === undefined ? '+Inf' : String(bound / 1000)
      return sample(`${name}_bucket`, { ...this.labels, le }, sum)
    })
    if (sum === 0) return []
    return [
      ...buckets,
      sample(`${name}_sum`, this.labels, this.#totalMs / 1000),
      sample(`${name}_count`, this.labels, sum),
    ]
  }
}

/** The meters of all routes. Only routes create them, never visitors. */
export class RouteMeters {
  readonly #meters = new Map<string, RouteMeter>()

  of(method: string, route: string): RouteMeter {
    const key = `${method} ${route}`
    const meter = this.#meters.get(key) ?? new RouteMeter({ method, route })
    this.#meters.set(key, meter)
    return meter
  }

  families(): Family[] {
    const meters = [...this.#meters.values()]
    const [requests, seconds] = ['tuckshop_requests_total', 'tuckshop_request_seconds']
    return [
      {
        name: requests,
        kind: 'counter',
        help: 'Answers by route and class of status.',
        samples: meters.flatMap(meter => meter.answers(requests)),
      },
      {
        name: seconds,
        kind: 'histogram',
        help: 'Time from the first byte of a request to the last of its answer.',
        samples: meters.flatMap(meter => meter.histogram(seconds)),
      },
    ]
  }
}
