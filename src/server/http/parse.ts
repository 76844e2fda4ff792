import { errorCodes, type FastifyContextConfig, type FastifyInstance } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import { bounds } from '../bounds.ts'
import { isTooNested } from './json-bounds.ts'

/** Refuses addresses with more parameters, and requests with more cookies, than anybody needs. */
export function boundAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, headers }, _reply, next) => {
    const isLong =
      countOf(raw.url ?? '', '&') >= bounds.queryParameters ||
      countOf(headers.cookie ?? '', ';') >= bounds.cookies
    next(isLong ? new Refusal('bad_input', 'The request has too many parameters or cookies.') : undefined)
  })
}

function countOf(text: string, sign: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++
  return count
}

/** JSON bodies, and none at all under a JSON content type: the spec's DELETE and PUT calls come so. */
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
  // Files stay bytes until the call is known to be allowed, and come only where they are expected.
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
