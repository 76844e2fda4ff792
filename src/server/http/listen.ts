import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** A server with the shop's limits: the connections of an address count over all of them. */
    serverFor(listener: RequestListener): Server
    /** Ends all connections, answered or not. */
    cut(): void
  }
}

/**
 * How long a connection that looks idle is left open after the shop has stopped listening, at most. Where the socket is
 * kept for the next process, whoever is cut comes in again by it, and all others wait for this one's end.
 */
const graceMs = { own: 1000, given: 250 }

const loopback = new Set(['127.0.0.1', 'localhost', '::1'])

interface ListenAddress {
  host: string
  port: number
  /** Sockets that a service manager has opened: used in place of host and port where there are any. */
  sockets: readonly number[]
}

/** How long the kernel's queue of connections is emptied before the shop stops listening, at most. */
const queueMs = 1000

/**
 * Listens where the settings say. On loopback that is both 127.0.0.1 and ::1, because a browser may take either
 * for 'localhost'. Answers the address to show.
 */
export async function listen(app: FastifyInstance, { host, port, sockets }: ListenAddress): Promise<string> {
  if (sockets.length > 0) return listenOn(app, sockets)
  const twin = twinOf(app)
  closeWith(app, [app.server, twin], graceMs.own)
  if (!loopback.has(host)) return app.listen({ port, host })
  const taken = Number(new URL(await app.listen({ port, host: '127.0.0.1' })).port)
  await listenBeside(twin, taken)
  return `http://localhost:${taken}`
}

const twinOf = (app: FastifyInstance): Server =>
  app.serverFor((request, response) => app.routing(request, response))

async function listenOn(app: FastifyInstance, sockets: readonly number[]): Promise<string> {
  const [first, ...others] = sockets.map(fd => ({ fd }))
  const twins = others.map(socket => ({ socket, server: twinOf(app) }))
  closeWith(app, [app.server, ...twins.map(({ server }) => server)], graceMs.given)
  // The host is no place to listen then; without one Fastify would look for a second address by itself.
  const options: FastifyListenOptions & { fd?: number } = { host: '127.0.0.1', ...first }
  const address = await app.listen(options)
  for (const { socket, server } of twins) await once(server.listen(socket), 'listening')
  return address
}

/**
 * Closing answers what is under way, and no more: a connection ends with the answer it was waiting for, and one on which
 * nothing is asked is cut. But not at once: a question may be on its way to a connection that looks idle. Connections end
 * only once nobody listens any more: a proxy whose connection ends makes a new one, and that might come to a closed door.
 */
function closeWith(app: FastifyInstance, servers: readonly Server[], grace: number): void {
  let isClosing = false
  const closed: Promise<unknown>[] = []
  app.addHook('onSend', (_request, reply, _payload, next) => {
    if (isClosing) reply.header('connection', 'close')
    next()
  })
  app.addHook('preClose', async () => {
    const open = servers.filter(({ listening }) => listening)
    await emptyQueue(open)
    // The close of an http server cuts idle connections in the same breath; that of its parent stops listening alone.
    isClosing = true
    for (const server of open)
      closed.push(new Promise(resolve => NetServer.prototype.close.call(server, resolve)))
    const end = performance.now() + grace
    while (performance.now() < end && (await anybodyLeft(open))) await delay(20)
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
 * The kernel resets connections that nobody has taken when listening ends, and Node takes one in each turn of its loop:
 * a turn without one means that nobody waits.
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

async function anybodyLeft(servers: readonly Server[]): Promise<boolean> {
  const counts = await Promise.all(
    servers.map(
      server => new Promise<number>(resolve => server.getConnections((_, count) => resolve(count))),
    ),
  )
  return counts.some(count => count > 0)
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
