import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A span of an OTLP JSON request, with its attributes as plain values. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  status: { code: number; message?: string }
  attributes: Record<string, unknown>
}

type Value = Record<string, unknown>
type WireSpan = Omit<ReceivedSpan, 'attributes'> & { attributes: { key: string; value: Value }[] }

interface OtlpRequest {
  resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[]
}

/** A trace collector: OTLP over HTTP, in JSON. */
export async function openCollector() {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    bodies.push(`${request.method} ${request.url} ${body}`)
    for (const span of spansIn(JSON.parse(body))) spans.push(span)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    close: () => server.close(),
  }
}

const spansIn = ({ resourceSpans }: OtlpRequest): ReceivedSpan[] =>
  resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(scope => scope.spans)
    .map(span => ({
      ...span,
      attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }))
