import type { FastifyInstance } from 'fastify'
import { apiRoot } from '#contract/endpoint.ts'
import { type CachedResponse, cachedJson, sendCached } from '../../cache/cached-response.ts'
import type { Deps } from '../../deps.ts'
import { openApi } from '../../http/openapi.ts'
import * as shopContent from '../../store/shop-content.ts'
import { apiPage } from './api-page.ts'

/** Describes the API for programs and for people. Built on demand and for each name once, because that takes a while. */
export function descriptionRoutes(app: FastifyInstance, { db }: Deps): void {
  const serve = (url: string, make: (shopName: string) => CachedResponse) => {
    let last: { name: string; response: CachedResponse } | undefined
    app.get(url, { config: { access: 'anyone' } }, async (request, reply) => {
      const { name } = await shopContent.read(db.read)
      if (last?.name !== name) last = { name, response: make(name) }
      return sendCached(request, reply, last.response)
    })
  }
  serve(`${apiRoot}/openapi.json`, name => cachedJson(openApi(name)))
  serve(apiRoot, apiPage)
}
