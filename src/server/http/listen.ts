import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Creates a server with the shop's limits. All servers count the connections of an address together. */
    serverFor(listener: RequestListener): Server
    /** Closes all connections, even those with a request in progress. */
    cut(): void
  }
}

/**
 * The longest time that an idle connection stays open after the shop has stopped listening. With an inherited socket it
 * is shorter: visitors reconnect to the next process, which waits for this one to end.
 */
const graceMs = { own: 1000, given: 250 }

const loopback = new Set(['127.0.0.1', 'localhost', '::1'])

interface ListenAddress {
  host: string
  port: number
  /** Sockets that a service manager has opened. They replace host and port. */
  sockets: readonly number[]
}

/** The longest time to empty the kernel's queue of connections before the shop stops listening. */
const queueMs = 1000

/**
 * Listens on the address of the settings. On loopback that is both 127.0.0.1 and ::1, because a browser may use either
 * for 'localhost'. Returns the address to show.
 */
export async function listen(app: FastifyInstance, { host, port, sockets }: ListenAddress): Promise<string> {
  if (sockets.length > 0) return listenOn(app, sockets)
  const twin = twinOf(app)
  closeGracefully(app, [app.server, twin], graceMs.own)
  if (!loopback.has(host)) return app.listen({ port, host })
  const taken = Number(new URL(await app.listen({ port, host: '127.0.0.1' })).port)
  await listenOnIpv6(twin, taken)
  return `http://localhost:${taken}`
}

const twinOf = (app: FastifyInstance): Server =>
  app.serverFor((request, response) => app.routing(request, response))

async function listenOn(app: FastifyInstance, sockets: readonly number[]): Promise<string> {
  const [first, ...others] = sockets.map(fd => ({ fd }))
  const twins = others.map(socket => ({ socket, server: twinOf(app) }))
  closeGracefully(app, [app.server, ...twins.map(({ server }) => server)], graceMs.given)
  // The host is ignored then, but without one Fastify would listen on a second address.
  const options: FastifyListenOptions & { fd?: number } = { host: '127.0.0.1', ...first }
  const address = await app.listen(options)
  for (const { socket, server } of twins) await once(server.listen(socket), 'listening')
  return address
}

/**
 * Closing answers the requests in progress and no more: a connection ends after its current response, and an idle one
 * is closed after a delay, because a request may be on its way to it. Connections end only after the shop has stopped
 * listening: a proxy replaces a closed connection, and the new one might be refused.
 */
function closeGracefully(app: FastifyInstance, servers: readonly Server[], grace: number): void {
  let isClosing = false
  const closed: Promise<unknown>[] = []
  app.addHook('onSend', (_request, reply, _payload, next) => {
    if (isClosing) reply.header('connection', 'close')
    next()
  })
  app.addHook('preClose', async () => {
    const open = servers.filter(({ listening }) => listening)
    await emptyQueue(open)
    // Closing an http server also closes idle connections immediately; the method of its parent only stops listening.
    isClosing = true
    for (const server of open)
      closed.push(new Promise(resolve => NetServer.prototype.close.call(server, resolve)))
    const end = performance.now() + grace
    while (performance.now() < end && (await hasWaitingConnection(open))) await delay(20)
    for (const server of open) server.closeIdleConnections()
  })
  app.decorate('cut', () => {
    for (const server of servers) server.closeAllConnections()
  })
  app.addHook('onClose', async () => {
    await Promise.all(closed)
  })
}

/**
 * When listening ends, the kernel resets connections that were not accepted. Node accepts one per turn of its loop, so
 * a turn without a new one means that the queue is empty.
 */
async function emptyQueue(servers: readonly Server[]): Promise<void> {
  let taken = 0
  const count = () => {
    taken++
  }
  for (const server of servers) server.on('connection', count)
  await nextTurn()
  const end = performance.now() + queueMs
  for (let before = -1; taken !== before && performance.now() < end; ) {
    before = taken
    await nextTurn()
  }
  for (const server of servers) server.off('connection', count)
}

async function hasWaitingConnection(servers: readonly Server[]): Promise<boolean> {
  const counts = await Promise.all(
    servers.map(
      server => new Promise<number>(resolve => server.getConnections((_, count) => resolve(count))),
    ),
  )
  return counts.some(count => count > 0)
}

/** Ignores the error on a machine without IPv6. */
function listenOnIpv6(twin: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    twin.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve()
      else reject(error)
    })
    twin.listen(port, '::1', resolve)
  })
}
