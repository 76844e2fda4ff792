import type { FastifyInstance } from 'fastify'
import { apiRoot } from '#contract/endpoint.ts'
import { type CachedAnswer, cachedJson, sendCached } from '../../cache/cached-answer.ts'
import { openApi } from '../../http/openapi.ts'
import { apiPage } from './api-page.ts'

/** What the API is, for programs and for people. Both are made when somebody asks for them first: they take a while. */
export function descriptionRoutes(app: FastifyInstance): void {
  const kept = (url: string, make: () => CachedAnswer) => {
    let answer: CachedAnswer | undefined
    app.get(url, { config: { access: 'anyone' } }, async (request, reply) => {
      answer ??= make()
      return sendCached(request, reply, { answer, isCurrent: () => true })
    })
  }
  kept(`${apiRoot}/openapi.json`, () => cachedJson(openApi()))
  kept(apiRoot, apiPage)
}
