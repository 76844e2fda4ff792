import { createServer, type RequestListener, type Server } from 'node:http'
import { bounds } from '../bounds.ts'
import type { Limits } from './limits.ts'
import type { Connections } from './per-address.ts'

/** Slow visitors cannot hold connections forever, and one IP address cannot hold all of them. */
export function limitedServer(
  listener: RequestListener,
  { silenceMs, arrivalMs, storedArrivalMs }: Limits,
  connections: Connections,
): Server {
  const server = createServer(
    { connectionsCheckingInterval: Math.min(arrivalMs, 5000), maxHeaderSize: bounds.headerBytes },
    listener,
  )
  server.timeout = silenceMs
  // For bodies that have less time, see slow-bodies.ts.
  server.requestTimeout = Math.max(arrivalMs, storedArrivalMs)
  server.headersTimeout = arrivalMs
  server.keepAliveTimeout = 72_000
  connections.watch(server)
  return server
}
