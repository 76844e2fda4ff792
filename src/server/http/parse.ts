import { errorCodes, type FastifyContextConfig, type FastifyInstance } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import { isTooNested } from './json-bounds.ts'

/** Accepts JSON bodies, and empty ones with a JSON content type, which the spec's DELETE and PUT calls send. */
export function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body)
    if (text === '') return done(null, undefined)
    if (isTooNested(text))
      return done(new Refusal('bad_json', 'The request body is nested too deeply, or too long.'))
    try {
      done(null, JSON.parse(text))
    } catch {
      done(new Refusal('bad_json', 'The request body is not valid JSON.'))
    }
  })
  // Files stay unparsed until the call is authorized, and only calls that expect a file accept one.
  parseFile(app, 'multipart/form-data', ({ upload }) => upload !== undefined)
  parseFile(app, 'text/csv', ({ takes }) => takes === 'text/csv')
}

function parseFile(
  app: FastifyInstance,
  type: string,
  isExpected: (route: FastifyContextConfig) => boolean,
): void {
  app.addContentTypeParser(type, { parseAs: 'buffer' }, (request, body, done) => {
    if (isExpected(request.routeOptions.config)) done(null, body)
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type))
  })
}
