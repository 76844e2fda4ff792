import type { FastifyInstance } from 'fastify'
import { apiRoot } from '#contract/endpoint.ts'
import { type CachedResponse, cachedJson, sendCached } from '../../cache/cached-response.ts'
import { openApi } from '../../http/openapi.ts'
import { apiPage } from './api-page.ts'

/** Describes the API for programs and for people. Both are built on the first request, because that takes a while. */
export function descriptionRoutes(app: FastifyInstance): void {
  const serve = (url: string, make: () => CachedResponse) => {
    let response: CachedResponse | undefined
    app.get(url, { config: { access: 'anyone' } }, async (request, reply) => {
      response ??= make()
      return sendCached(request, reply, response)
    })
  }
  serve(`${apiRoot}/openapi.json`, () => cachedJson(openApi()))
  serve(apiRoot, apiPage)
}
