export type Facts = Readonly<Record<string, string | number>>

export interface Span {
  /** Spans that the work starts, even asynchronously, are its children. */
  within<T>(work: () => T): T
  rename(name: string): void
  /** `failure` is the name of the error, if there was one. */
  end(facts: Facts, failure?: string): void
}

/** Sends spans to a collector. */
export interface Tracing {
  /** Runs work as a child of the current span. Without a current span, only calls to providers are traced: idle jobs are noise. */
  part<T>(name: string, work: () => Promise<T>, isOutside?: boolean): Promise<T>
  /** `parent` is the traceparent header of a trusted proxy. */
  request(name: string, facts: Facts, parent: string | undefined): Span
  /** Sends the remaining spans. */
  stop(): Promise<void>
}

export const noTracing: Tracing = {
  part: (_, work) => work(),
  request: () => ({ within: work => work(), rename: () => undefined, end: () => undefined }),
  stop: async () => undefined,
}

export interface TraceSettings {
  /** A collector that accepts OTLP over HTTP at /v1/traces. */
  endpoint: string
  serviceName: string
  /** The version of the shop. */
  version: string
  mode: 'demo' | 'live'
  /** The share of requests to trace, from 0 to 1. */
  share: number
}
