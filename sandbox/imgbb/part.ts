import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyError, FastifyInstance } from 'fastify'
import { type Context, keys } from '../context.ts'
import { FaultSwitches, faultRoutes } from '../fault-switches.ts'
import { acceptForms } from '../forms.ts'
import { errorAnswer, filenameOf, uploadAnswer } from './answer.ts'
import { galleryRoutes } from './pages.ts'
import { Pictures, type Size } from './pictures.ts'
import { UploadError, uploadOf } from './source.ts'

/** An image host with imgbb's API, version 1. */
export async function imgbbPart(app: FastifyInstance, context: Context): Promise<void> {
  const pictures = new Pictures(context.documents)
  const faults = new FaultSwitches(context.documents, '/imgbb/faults', {
    uploadFails: 'Uploads that fail with a 500',
    rateLimited: 'Uploads that hit the rate limit',
    delayMs: 'Delay of every upload, in milliseconds',
  })
  acceptForms(app)
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_, body, done) => done(null, body))

  // A file of 32 MB takes over 48 MB as Base64 in a form.
  app.post(
    '/imgbb/1/upload',
    { bodyLimit: 64 * 1024 * 1024, errorHandler: sendUploadError },
    async (request, reply) => {
      // Browsers can upload from any site.
      reply.header('access-control-allow-origin', '*')
      await pause(faults.read('delayMs'), undefined, { ref: false })
      if (faults.spend('uploadFails'))
        return reply.code(500).send(errorAnswer('A fault switch made this fail.', 500, 500))
      if (faults.spend('rateLimited')) throw new UploadError('Rate limit reached.', 100)
      return uploadAnswer(context, await pictures.add(await uploadOf(request, keys.imgbb)))
    },
  )
  for (const size of ['full', 'thumb'] as const) fileRoute(app, pictures, size)
  faultRoutes(app, faults, '/imgbb')
  galleryRoutes(app, context, pictures, faults)
}

const sendUploadError: NonNullable<Parameters<FastifyInstance['setErrorHandler']>[0]> = (error, _, reply) => {
  if (error instanceof UploadError) return reply.code(400).send(errorAnswer(error.message, error.code))
  const tooLarge = (error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE'
  if (tooLarge) return reply.code(400).send(errorAnswer('File too big - max 32 MB', 313))
  throw error
}

function fileRoute(app: FastifyInstance, pictures: Pictures, size: Size): void {
  app.get<{ Params: { id: string; filename: string } }>(
    `/imgbb/${size}/:id/:filename`,
    async (request, reply) => {
      const picture = pictures.get(request.params.id)
      if (!picture || filenameOf(picture) !== request.params.filename)
        return reply.code(404).type('text/plain').send('Not Found')
      return reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'",
          'cross-origin-resource-policy': 'cross-origin',
          'access-control-allow-origin': '*',
        })
        .type(picture.mime)
        .send(pictures.bytes(picture.id, size))
    },
  )
}
