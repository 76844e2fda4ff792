import type { FastifyInstance } from 'fastify'
import { Refusal } from '#domain/refusal.ts'

/** JSON bodies, and none at all under a JSON content type: the spec's DELETE and PUT calls come so. */
export function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body)
    if (text === '') return done(null, undefined)
    try {
      done(null, JSON.parse(text))
    } catch {
      done(new Refusal('bad_json', 'The request body is not valid JSON.'))
    }
  })
  // Forms are for files alone, and stay bytes until the call is known to be allowed.
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request, body, done) => {
    const { upload } = request.routeOptions.config
    if (upload) return done(null, body)
    done(new Refusal('unsupported_media_type', 'Please send JSON (content type application/json).'))
  })
}
