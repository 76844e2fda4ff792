import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Facts, Span, TraceSettings, Tracing } from './tracing.ts'

type Started = ReturnType<ReturnType<TracerProvider['getTracer']>['startSpan']>

/** The collector's failures are logged at most this often. */
const warnEveryMs = 60_000

const propagator = new W3CTraceContextPropagator()
/** Reads the header itself instead of an object of headers. */
const fromHeader = {
  get: (header: string, name: string) => (name === 'traceparent' ? header : undefined),
  keys: () => ['traceparent'],
}

/** Uses OpenTelemetry's SDK, without its global state, so that two shops in one process have a tracing each. */
export class OtlpTracing implements Tracing {
  readonly #current = new AsyncLocalStorage<Context>()
  readonly #warn: (error: unknown) => void
  #quietUntil = 0
  readonly #provider: TracerProvider
  readonly #tracer: ReturnType<TracerProvider['getTracer']>

  constructor(
    { endpoint, serviceName, version, mode, share }: TraceSettings,
    warn: (error: unknown) => void,
  ) {
    const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.name': serviceName,
        'service.version': version,
        // Several machines and processes use one collector.
        'service.instance.id': `${hostname()}-${process.pid}`,
        'deployment.environment.name': mode,
      }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    })
    this.#tracer = this.#provider.getTracer('tuckshop')
    this.#warn = warn
    setGlobalErrorHandler(error => this.#report(error))
  }

  request(name: string, facts: Facts, parent: string | undefined): Span {
    const context = parent ? propagator.extract(ROOT_CONTEXT, parent, fromHeader) : ROOT_CONTEXT
    return this.#span(this.#tracer.startSpan(name, { kind: SpanKind.SERVER, attributes: facts }, context))
  }

  async part<T>(name: string, work: () => Promise<T>, isOutside = false): Promise<T> {
    const context = this.#current.getStore()
    if (!context && !isOutside) return work()
    const kind = isOutside ? SpanKind.CLIENT : SpanKind.INTERNAL
    const span = this.#span(this.#tracer.startSpan(name, { kind }, context ?? ROOT_CONTEXT))
    try {
      const result = await span.within(work)
      span.end({})
      return result
    } catch (error) {
      // Only the kind of error: its message may contain personal data.
      span.end({}, error instanceof Error ? error.name : 'unknown')
      throw error
    }
  }

  stop(): Promise<void> {
    return this.#provider.shutdown().catch(error => this.#report(error))
  }

  #report(error: unknown): void {
    if (Date.now() < this.#quietUntil) return
    this.#quietUntil = Date.now() + warnEveryMs
    this.#warn(error)
  }

  #span(started: Started): Span {
    const context = trace.setSpan(ROOT_CONTEXT, started)
    return {
      within: work => this.#current.run(context, work),
      rename: name => void started.updateName(name),
      end(facts, failure) {
        started.setAttributes(facts)
        if (failure !== undefined) started.setStatus({ code: SpanStatusCode.ERROR, message: failure })
        started.end()
      },
    }
  }
}
