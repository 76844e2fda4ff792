// The shop with hot reload:  npm run dev
// The same server and data; the pages come from Vite instead of from the build.
import { createServer } from 'vite'
import { buildApp } from '../src/server/app.ts'
import { readConfig } from '../src/server/config.ts'
import { listen } from '../src/server/http/listen.ts'
import { servePages } from '../src/server/http/pages.ts'
import type { WebBuild } from '../src/server/http/renderer.ts'
import { openShop } from '../src/server/open-shop.ts'

const config = readConfig(process.env)
const deps = await openShop(config, error => console.error(error.message))
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
const app = buildApp(deps)

app.addHook('onRequest', async (request, reply) => {
  if (request.url.startsWith('/api/')) return
  const answered = await new Promise<boolean>(resolve => {
    reply.raw.once('finish', () => resolve(true))
    vite.middlewares(request.raw, reply.raw, () => resolve(false))
  })
  if (answered) reply.hijack()
})
// Vite's own scripts and styles are inline, and its socket is not a page's.
app.addHook('onSend', async (_, reply) => {
  reply.removeHeader('content-security-policy')
})

const load = async () =>
  (await vite.ssrLoadModule('virtual:react-router/server-build')) as unknown as WebBuild
servePages(app, deps, load)

const address = await listen(app, config.host, config.port)
console.log(`\n  Tuckshop, with hot reload: ${address}\n`)

const stop = async () => {
  await Promise.all([vite.close(), app.close()])
  await deps.db.close()
}
process.once('SIGINT', stop).once('SIGTERM', stop)
