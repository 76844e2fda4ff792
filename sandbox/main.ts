import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import Fastify from 'fastify'
import type { Context } from './context.ts'
import { Documents } from './documents.ts'
import { fontsPart } from './fonts.ts'
import { githubPart } from './github/part.ts'
import { googlePart } from './google/part.ts'
import { imgbbPart } from './imgbb/part.ts'
import { mailboxPart } from './mailbox/part.ts'
import { html, page } from './page.ts'
import { refuseOtherOrigins } from './same-origin.ts'
import { stripePart } from './stripe/part.ts'

const port = Number(process.env.SANDBOX_PORT || 3001)
const documents = new Documents(join(resolve(process.env.DATA_DIR || './data'), 'sandbox', 'sandbox.db'))

const app = Fastify({
  bodyLimit: 40 * 1024 * 1024,
  forceCloseConnections: true,
  logger: { level: process.env.LOG_LEVEL || 'warn' },
})
const context: Context = {
  url: `http://localhost:${port}`,
  shopUrl: process.env.SHOP_URL || 'http://localhost:3000',
  smtpPort: port === 0 ? 0 : port + 1,
  documents,
}

const opened = Promise.withResolvers<void>()
const stopTimeoutMs = 2000

let stopping = false
const stop = async () => {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(), stopTimeoutMs)
  // Closing during startup throws where it cannot be caught.
  await opened.promise
  await app.close()
  documents.close()
  process.exit()
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
if (process.argv.includes('--with-shop')) {
  // A signal to the process group also reaches the sandbox, while the shop may still need it to finish its requests.
  // So it ignores signals and runs until its parent exits.
  for (const signal of signals) process.on(signal, () => undefined)
  process.once('disconnect', stop)
  // The parent may have exited while this file was loaded.
  if (!process.connected) process.exit()
} else for (const signal of signals) process.on(signal, stop)

app.get('/', async (_, reply) =>
  reply.type('text/html; charset=utf-8').send(
    page(
      'The outside services, on this machine',
      html`<p>Your shop talks to this process instead of to the real providers, in their own protocols and through
        their own client libraries. Going live means setting keys; no code changes.</p>
      <div class="card"><h2><a href="/stripe">Cards</a></h2><p>Payments, refunds and events as the card provider sees them, test cards, and fault switches that make things go wrong.</p></div>
      <div class="card"><h2><a href="/google">Google</a></h2><p>The people who can sign in with Google. One of them has an unverified email.</p></div>
      <div class="card"><h2><a href="/github">GitHub</a></h2><p>The people who can sign in with GitHub. One of them has no email.</p></div>
      <div class="card"><h2><a href="/imgbb">Pictures</a></h2><p>An image host and the pictures uploaded to it.</p></div>
      <div class="card"><h2><a href="/mailbox">Mailbox</a></h2><p>Every email the shop has sent.</p></div>`,
    ),
  ),
)

async function open(): Promise<void> {
  refuseOtherOrigins(app)
  await app.register(fontsPart)
  await app.register(scope => stripePart(scope, context))
  await app.register(scope => googlePart(scope, context))
  await app.register(scope => githubPart(scope, context))
  await app.register(scope => imgbbPart(scope, context))
  await app.register(scope => mailboxPart(scope, context))
  await app.listen({ port, host: 'localhost' })
  context.url = `http://localhost:${(app.server.address() as AddressInfo).port}`
}

try {
  await open()
} catch (error) {
  const { code, port: wanted, message } = error as NodeJS.ErrnoException & { port?: number }
  const why = code === 'EADDRINUSE' ? `Port ${wanted} is taken.` : message
  process.stderr.write(`\nThe sandbox cannot open. ${why}\n`)
  process.exit(1)
}
opened.resolve()
// The parent waits for this line, but may have closed the pipe by now.
process.stdout.on('error', () => undefined)
process.stdout.write(`sandbox open at ${context.url}, mail at smtp://127.0.0.1:${context.smtpPort}\n`)
