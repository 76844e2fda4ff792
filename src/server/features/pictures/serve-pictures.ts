import type { FastifyInstance } from 'fastify'
import { pictureFile } from '#contract/pictures.ts'
import { Refusal } from '#domain/refusal.ts'
import { typeOf } from '../../adapters/picture-names.ts'
import type { Deps } from '../../deps.ts'
import { visitorOf } from '../../http/address.ts'

/** Serves the pictures that the shop stores. Their names are random and their bytes never change. */
export function servePictures(app: FastifyInstance, { config, pictureFiles: files }: Deps): void {
  app.get<{ Params: { name: string } }>(
    '/images/:name',
    { config: { access: 'page' } },
    async (request, reply) => {
      const { name } = request.params
      if (!pictureFile.test(name)) throw noPicture()
      const bytes = await files.read(name, visitorOf(request, config))
      if (!bytes) throw noPicture()
      return reply
        .headers({
          'content-type': typeOf(name),
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        .send(bytes)
    },
  )
}

const noPicture = () => new Refusal('not_found', 'There is no such picture.')
