import type { Readable } from 'node:stream'
import { errorCodes, type FastifyContextConfig, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { StoredType } from '#contract/endpoint.ts'
import { Refusal } from '#domain/refusal.ts'
import { bounds } from '../bounds.ts'
import { isTooNested } from './json-bounds.ts'

/** Accepts JSON bodies, and empty ones with a JSON content type, which the spec's DELETE and PUT calls send. */
export function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text === '') return done(null, undefined)
    const isForAdmins = request.routeOptions.config.access === 'admin'
    if (isTooNested(text, isForAdmins ? bounds.adminJsonValues : bounds.jsonValues))
      return done(new Refusal('bad_json', 'The request body is nested too deeply, or too long.'))
    try {
      done(null, JSON.parse(text))
    } catch {
      done(new Refusal('bad_json', 'The request body is not valid JSON.'))
    }
  })
  // Files stay unparsed until the call is authorized, and only calls that expect a file accept one.
  parseFile(app, 'multipart/form-data', ({ upload, ignoresForm }) => Boolean(upload ?? ignoresForm))
  parseFile(app, 'application/x-www-form-urlencoded', ({ ignoresForm }) => ignoresForm === true)
  parseFile(app, 'text/csv', ({ takes }) => takes === 'text/csv')
  app.addContentTypeParser(storedTypes, async (request: FastifyRequest, body: Readable) => {
    const { receive } = request.routeOptions.config
    if (receive) return receive(request, body)
    throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type'] ?? '')
  })
}

/** Browsers do not know the type of every file, so a general one is accepted too: its content decides. */
const storedTypes: (StoredType | 'application/octet-stream')[] = [
  'video/mp4',
  'video/webm',
  'text/vtt',
  'application/octet-stream',
]

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
