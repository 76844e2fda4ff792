import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** How long a connection may stay open after the shop was told to close. */
const patienceMs = 8000

const loopback = new Set(['127.0.0.1', 'localhost', '::1'])

/**
 * Listens where the settings say. On loopback that is both 127.0.0.1 and ::1, because a browser may take either
 * for 'localhost'. Answers the address to show.
 */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  const twin = createServer((request, response) => app.routing(request, response))
  closeWith(app, [app.server, twin])
  if (!loopback.has(host)) return app.listen({ port, host })
  const taken = Number(new URL(await app.listen({ port, host: '127.0.0.1' })).port)
  limitLike(app.server, twin)
  await listenBeside(twin, taken)
  return `http://localhost:${taken}`
}

/**
 * Closing answers what is under way, and no more: a connection ends with the answer it was waiting for. One on which
 * nothing is asked, or whose visitor does not read, is cut.
 */
function closeWith(app: FastifyInstance, servers: readonly Server[]): void {
  let isClosing = false
  const closed: Promise<unknown>[] = []
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const server of servers.filter(({ listening }) => listening)) {
      if (server !== app.server) closed.push(new Promise(resolve => server.close(resolve)))
      setTimeout(() => server.closeAllConnections(), patienceMs).unref()
    }
  })
  app.addHook('onClose', async () => {
    await Promise.all(closed)
  })
}

/** What keeps slow visitors from holding connections is the same on both. */
function limitLike(model: Server, twin: Server): void {
  twin.timeout = model.timeout
  twin.requestTimeout = model.requestTimeout
  twin.headersTimeout = model.headersTimeout
  twin.keepAliveTimeout = model.keepAliveTimeout
}

/** A machine without IPv6 does without. */
function listenBeside(twin: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    twin.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve()
      else reject(error)
    })
    twin.listen(port, '::1', resolve)
  })
}
