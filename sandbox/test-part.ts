import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import { Documents } from './documents.ts'
import { refuseOtherOrigins } from './same-origin.ts'

export interface Opened {
  context: Context
  close(): Promise<void>
}

/** For tests: one part of the sandbox on free ports, with its own storage. */
export async function openSandboxPart(
  part: (app: FastifyInstance, context: Context) => Promise<void>,
): Promise<Opened> {
  const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'sandbox-'))
  const documents = new Documents(join(folder, 'sandbox.db'))
  const context: Context = { url: '', shopUrl: 'http://localhost:3000', smtpPort: 0, documents }
  const app = Fastify({ forceCloseConnections: true })
  refuseOtherOrigins(app)
  await app.register(scope => part(scope, context))
  await app.listen({ port: 0, host: 'localhost' })
  context.url = `http://localhost:${(app.server.address() as AddressInfo).port}`
  return {
    context,
    async close() {
      await app.close()
      documents.close()
      await rm(folder, { recursive: true })
    },
  }
}

/**
 * Submits the chooser page as a browser does: the request's parameters plus the answer. Returns where the visitor is
 * redirected.
 */
export async function choose(request: URL, answer: Record<string, string>): Promise<URL> {
  const response = await fetch(`${request.origin}${request.pathname}`, {
    method: 'POST',
    body: new URLSearchParams([...request.searchParams, ...Object.entries(answer)]),
    redirect: 'manual',
  })
  const location = response.headers.get('location')
  if (response.status !== 303 || !location) throw new Error(`${response.status}: ${await response.text()}`)
  return new URL(location)
}

export async function setFaults(url: string, faults: Record<string, number>): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'PUT', headers, body: JSON.stringify(faults) })).status
}
