import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'

const folder = new URL('../public/fonts/', import.meta.url)

/** The shop's two fonts, which the sandbox pages also use. */
export async function fontsPart(app: FastifyInstance): Promise<void> {
  for (const name of ['figtree-latin.woff2', 'young-serif-latin.woff2'])
    app.get(`/fonts/${name}`, async (_, reply) =>
      reply
        .type('font/woff2')
        .header('cache-control', 'max-age=86400')
        .send(await readFile(new URL(name, folder))),
    )
}
