import { extname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pictureFile } from '#contract/pictures.ts'
import { Refusal } from '#domain/refusal.ts'
import type { PictureFiles } from '../../adapters/picture-host.ts'

const types: Record<string, string> = { '.avif': 'image/avif', '.webp': 'image/webp' }

/** Serves the pictures that the shop keeps itself. Their names are random and their bytes never change. */
export function servePictures(app: FastifyInstance, files: PictureFiles): void {
  app.get<{ Params: { name: string } }>(
    '/images/:name',
    { config: { access: 'page' } },
    async ({ params: { name } }, reply) => {
      if (!pictureFile.test(name)) throw noPicture()
      const bytes = await files.read(name)
      if (!bytes) throw noPicture()
      return reply
        .headers({
          'content-type': types[extname(name)],
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        .send(bytes)
    },
  )
}

const noPicture = () => new Refusal('not_found', 'There is no such picture.')
