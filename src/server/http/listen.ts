import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'

const loopback = new Set(['127.0.0.1', 'localhost', '::1'])

/**
 * Listens where the settings say. On loopback that is both 127.0.0.1 and ::1, because a browser may take either
 * for 'localhost'. Answers the address to show.
 */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  if (!loopback.has(host)) return app.listen({ port, host })
  const twin = createServer((request, response) => app.routing(request, response))
  app.addHook('preClose', async () => {
    twin.close()
    twin.closeIdleConnections()
  })
  const taken = Number(new URL(await app.listen({ port, host: '127.0.0.1' })).port)
  await listenBeside(twin, taken)
  return `http://localhost:${taken}`
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
