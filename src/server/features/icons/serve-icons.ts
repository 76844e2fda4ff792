import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pictureFile } from '#contract/pictures.ts'
import type { ShopContent } from '#contract/shop-content.ts'
import { paletteOf } from '#domain/palette.ts'
import { CachedResponse, sendCached } from '../../cache/cached-response.ts'
import { ResponseCache } from '../../cache/response-cache.ts'
import type { Deps } from '../../deps.ts'
import { sendErrorPage } from '../../http/problems.ts'
import * as shopContent from '../../store/shop-content.ts'
import type { Source } from './draw-icon.ts'

/** A change shows within minutes, and a visitor's pages load without asking for the icon each time. */
const caching = { 'cache-control': 'public, max-age=300' }

/** A few dozen kilobytes in all, unless the mark is a photograph. */
const limits = { bytes: 2 * 2 ** 20, staleMs: 3_600_000 }

const [png, svg, ico, jpeg] = ['image/png', 'image/svg+xml', 'image/x-icon', 'image/jpeg'] as const

interface Icon {
  type: string
  draw(source: Source): Promise<Buffer | string>
}

/** The code that draws is loaded with the first drawing, so that the shop starts sooner. */
const icons = () => import('./draw-icon.ts')

const files: Readonly<Record<string, Icon>> = {
  '/icon.svg': { type: svg, draw: async of => (await icons()).iconSvg(of) },
  '/favicon.ico': { type: ico, draw: async of => (await icons()).faviconIco(of) },
  '/icon-192.png': { type: png, draw: async of => (await icons()).iconPng(of, 192, 'plain') },
  '/icon-512.png': { type: png, draw: async of => (await icons()).iconPng(of, 512, 'plain') },
  '/icon-maskable-512.png': { type: png, draw: async of => (await icons()).iconPng(of, 512, 'maskable') },
  '/apple-touch-icon.png': { type: png, draw: async of => (await icons()).iconPng(of, 180, 'apple') },
  '/share.jpg': { type: jpeg, draw: async of => (await import('./draw-share.ts')).shareJpeg(of) },
}

const manifestPath = '/manifest.webmanifest'

export const iconPaths: readonly string[] = [...Object.keys(files), manifestPath]

/** Serves icons, manifest and share picture as the content says. `folder` has the pictures of the demo. */
export function serveIcons(app: FastifyInstance, { db, pictureFiles }: Deps, folder: string): void {
  const responses = new ResponseCache(db, limits)
  const drawn = new Map<string, { key: string; response: Promise<CachedResponse> }>()

  const pictureOf = async ({ mark }: ShopContent): Promise<Buffer | undefined> => {
    const name = basename(mark)
    if (!readable.test(name)) return undefined
    if (mark.startsWith('/images/') && pictureFile.test(name)) return pictureFiles.read(name)
    // A picture elsewhere on the web is not fetched: its letter stands in for it.
    return mark.startsWith('/pictures/') ? readFile(join(folder, 'pictures', name)).catch(noFile) : undefined
  }

  const draw = async ({ type, draw }: Icon, content: ShopContent): Promise<CachedResponse> => {
    const bytes = await draw({ content, picture: await pictureOf(content) })
    return new CachedResponse(bytes, { 'content-type': type, ...caching })
  }

  /** The last drawing, as long as everything that it shows is the same. */
  const drawnOnce = (path: string, icon: Icon, content: ShopContent): Promise<CachedResponse> => {
    const { name, slogan, mark, accent, edge, typefaces } = content
    const key = JSON.stringify([name, slogan, mark, accent, edge, typefaces])
    const last = drawn.get(path)
    if (last?.key === key) return last.response
    const response = draw(icon, content)
    drawn.set(path, { key, response })
    response.catch(() => drawn.get(path)?.response === response && drawn.delete(path))
    return response
  }

  const serve = (path: string, make: (content: ShopContent) => Promise<CachedResponse>) =>
    app.get(path, { config: { access: 'page' }, errorHandler: sendErrorPage }, async (request, reply) =>
      sendCached(
        request,
        reply,
        await responses.get(path, async () => make(await shopContent.read(db.read))),
      ),
    )
  for (const [path, icon] of Object.entries(files)) serve(path, content => drawnOnce(path, icon, content))
  serve(manifestPath, async content => manifestOf(content))
}

const noFile = () => undefined

/** What adapters/safe-sharp.ts can read. */
const readable = /\.(jpe?g|png|webp)$/

function manifestOf({ name, slogan, accent }: ShopContent): CachedResponse {
  const paper = paletteOf(accent).light['--color-base-100']
  const icon = (src: string, sizes: string, type: string) => ({ src, sizes, type })
  const manifest = {
    name,
    short_name: name,
    ...(slogan && { description: slogan }),
    // Installed before the start was on the items, it stays the same app.
    id: '/',
    start_url: '/items',
    scope: '/',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    icons: [
      icon('/icon.svg', 'any', svg),
      icon('/icon-192.png', '192x192', png),
      icon('/icon-512.png', '512x512', png),
      { ...icon('/icon-maskable-512.png', '512x512', png), purpose: 'maskable' },
    ],
  }
  return new CachedResponse(JSON.stringify(manifest), {
    'content-type': 'application/manifest+json',
    ...caching,
  })
}
