import { globSync } from 'node:fs'
import { sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ShowPage, sendErrorPage } from '../http/problems.ts'

const anHour = { maxAge: '1h' }
const forEver = { maxAge: '365d', immutable: true }

const workerPath = '/sw.js'

/** The service worker fetches from the shop for its pages. Every browser asks for its newest version. */
const workerHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'",
}

/**
 * Serves the built files, compressed by the build. They are listed once at the start; every other address is left to
 * the pages. There is one route for each folder, because hundreds of routes would slow down the start.
 */
export function serveAssets(app: FastifyInstance, folder: string, showPage: ShowPage): void {
  const files = new Set(filesIn(folder))
  app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })
  const serve: ShowPage = async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (!files.has(path)) return showPage(request, reply)
    // The card provider's fields, in a frame of another origin, use these fonts too.
    if (path.startsWith('/fonts/')) reply.header('access-control-allow-origin', '*')
    if (path === workerPath) return reply.headers(workerHeaders).sendFile(path, { cacheControl: false })
    // Vite puts a hash into the names below /assets/, so those files never change.
    return reply.sendFile(path, path.startsWith('/assets/') ? forEver : anHour)
  }
  const routes = new Set([...files].map(path => path.replace(/^(\/[^/]+\/).*/, '$1*')))
  // Icons and the manifest follow the shop's content (features/icons), so they have routes already.
  for (const url of [...routes].filter(route => !app.hasRoute({ method: 'GET', url: route })))
    app.get(url, { config: { access: 'page' }, errorHandler: refuse }, serve)
}

/** Video players request a range of the file; a range that does not exist is the client's error. */
const refuse = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  error.statusCode === 416 ? reply.code(416).send() : sendErrorPage(error, request, reply)

const filesIn = (folder: string): string[] =>
  globSync('**/*.*', { cwd: folder })
    .filter(file => !/\.(br|gz)$/.test(file))
    .map(file => `/${file.split(sep).join('/')}`)
