import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { mediaFile } from '#contract/pictures.ts'
import { Refusal } from '#domain/refusal.ts'
import { typeOf } from '../../adapters/picture-names.ts'
import type { Deps } from '../../deps.ts'
import { visitorOf } from '../../http/address.ts'
import type { Requester } from '../../queues/shared-queue.ts'

const partBytes = 2 ** 20

/** Serves videos and captions of the content. Players ask for ranges. The bytes of a name never change. */
export function serveMedia(app: FastifyInstance, { config, pictureFiles: files }: Deps): void {
  async function* partsOf(name: string, { from, to }: Range, asker: Requester): AsyncGenerator<Buffer> {
    for (let at = from; at < to; ) {
      const part = await files.readPart(name, at, Math.min(partBytes, to - at), asker)
      // The connection is closed, so that nobody takes the beginning for the whole.
      if (!part || part.piece.length === 0) throw noFile()
      yield part.piece
      at += part.piece.length
    }
  }

  app.get<{ Params: { name: string } }>(
    '/media/:name',
    { config: { access: 'page' } },
    async (request, reply) => {
      const { name } = request.params
      if (!mediaFile.test(name)) throw noFile()
      const visitor = visitorOf(request, config)
      const whole = (await files.readPart(name, 0, 1, visitor))?.whole
      if (whole === undefined) throw noFile()
      reply.headers({
        'content-type': typeOf(name),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
      })
      const range = rangeIn(request.headers.range, whole)
      if (range === 'none')
        return reply
          .code(416)
          .headers({ 'cache-control': 'no-store', 'content-range': `bytes */${whole}` })
          .send()
      const { from, to } = range ?? { from: 0, to: whole }
      if (range) reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${whole}`)
      reply.header('content-length', to - from)
      const sent = request.method === 'HEAD' ? { from, to: from } : { from, to }
      return reply.send(Readable.from(partsOf(name, sent, visitor), { objectMode: false }))
    },
  )
}

/** From one byte up to, but not including, another. */
interface Range {
  from: number
  to: number
}

/** The one range that a request asks for. Anything else than one range gets the whole file, as the protocol allows. */
function rangeIn(header: string | undefined, whole: number): Range | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const range =
    first === ''
      ? { from: Math.max(0, whole - Number(last)), to: whole }
      : { from: Number(first), to: last === '' ? whole : Math.min(whole, Number(last) + 1) }
  return range.from < range.to ? range : 'none'
}

const noFile = () => new Refusal('not_found', 'There is no such file.')
