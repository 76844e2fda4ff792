// The shop with hot reload:  npm run dev
// The same server and data; the pages come from Vite instead of from the build.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createServer, type ViteDevServer } from 'vite'
import { buildApp } from '../src/server/app.ts'
import { readConfig } from '../src/server/config.ts'
import type { Deps } from '../src/server/deps.ts'
import { iconPaths, serveIcons } from '../src/server/features/icons/serve-icons.ts'
import { listen } from '../src/server/http/listen.ts'
import { servePages } from '../src/server/pages/pages.ts'
import type { WebBuild } from '../src/server/pages/renderer.ts'
import { openShop } from '../src/server/process/open-shop.ts'
import { runCommand } from './command.ts'

function appWith(vite: ViteDevServer, deps: Deps): FastifyInstance {
  const app = buildApp(deps)
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/') || iconPaths.includes(request.url)) return
    const answered = await new Promise<boolean>(resolve => {
      reply.raw.once('finish', () => resolve(true))
      vite.middlewares(request.raw, reply.raw, () => resolve(false))
    })
    if (answered) reply.hijack()
  })
  // Vite's own scripts and styles are inline, and its WebSocket is not allowed by the page policy.
  app.addHook('onSend', async (_, reply) => {
    reply.removeHeader('content-security-policy')
  })
  const load = async () =>
    (await vite.ssrLoadModule('virtual:react-router/server-build')) as unknown as WebBuild
  serveIcons(app, deps, join(import.meta.dirname, '../public'))
  servePages(app, deps, load)
  return app
}

await runCommand('dev', async () => {
  const config = readConfig(process.env)
  const deps = await openShop(config, error => console.error(error.message))
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  const app = appWith(vite, deps)
  const close = async () => {
    await Promise.all([vite.close(), app.close()])
    await deps.db.close()
  }
  try {
    const address = await listen(app, config)
    console.log(`\n  The shop, with hot reload: ${address}\n`)
  } catch (error) {
    await close()
    throw error
  }
  // Ctrl+C arrives from the terminal and from npm: several signals count as one.
  const signal = new Promise(resolve => process.on('SIGINT', resolve).on('SIGTERM', resolve))
  await signal
  await close()
  return true
})
