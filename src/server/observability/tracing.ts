export type Facts = Readonly<Record<string, string | number>>

/** Something that takes its time, from its beginning to its end. */
export interface Span {
  /** What is begun inside, at once or later, is a part of it. */
  within<T>(work: () => T): T
  rename(name: string): void
  /** With the name of what went wrong, if something did. */
  end(facts: Facts, failure?: string): void
}

/** Tells a collector what takes how long. */
export interface Tracing {
  /**
   * Does some work as a part of whatever is under way. Where nothing is, only a call to somebody outside is told: a job
   * that finds nothing to do is of no interest.
   */
  part<T>(name: string, work: () => Promise<T>, isOutside?: boolean): Promise<T>
  /** A request; `parent` is the traceparent of whoever is believed to have passed it on. */
  request(name: string, facts: Facts, parent: string | undefined): Span
  /** Tells what has not been told yet, and ends. */
  stop(): Promise<void>
}

/** Nobody collects: nothing is measured. */
export const noTracing: Tracing = {
  part: (_, work) => work(),
  request: () => ({ within: work => work(), rename: () => undefined, end: () => undefined }),
  stop: async () => undefined,
}

export interface TraceSettings {
  /** Of a collector that takes OTLP over HTTP; traces go to /v1/traces below it. */
  endpoint: string
  serviceName: string
  /** Of the shop, and whether it is a demo: what tells one deployment's traces from another's. */
  version: string
  mode: 'demo' | 'live'
  /** How many of all requests are traced, between 0 and 1. */
  share: number
}
