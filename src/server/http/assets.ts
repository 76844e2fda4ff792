import { createReadStream, readdirSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from './encoding.ts'
import { type ShowPage, sendErrorPage } from './problems.ts'

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

interface Asset {
  file: string
  size: number
  headers: Record<string, string>
  /** The size of the twin that the build has compressed, when there is one: `file` + '.br'. */
  brotliSize: number | undefined
}

/**
 * Serves the built files. They are listed once at the start: whatever is not on the list does not exist, and is
 * for the pages to answer. One route for each folder: hundreds of them would make the start slower.
 */
export function serveAssets(app: FastifyInstance, folder: string, showPage: ShowPage): void {
  const assets = listAssets(folder)
  const routes = new Set([...assets.keys()].map(url => url.replace(/^(\/[^/]+\/).*/, '$1*')))
  const serve: ShowPage = async (request, reply) => {
    const asset = assets.get(request.url.split('?', 1)[0] ?? '')
    return asset ? sendAsset(request, reply, asset) : showPage(request, reply)
  }
  for (const url of routes) app.get(url, { config: { access: 'page' }, errorHandler: sendErrorPage }, serve)
}

interface Range {
  start: number
  end: number
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  reply.headers(asset.headers)
  if (request.headers['if-none-match'] === asset.headers.etag) return reply.code(304).send()
  if (asset.brotliSize !== undefined && acceptedEncoding(request) === 'br') {
    reply.headers({ 'content-encoding': 'br', 'content-length': asset.brotliSize })
    return reply.send(createReadStream(`${asset.file}.br`))
  }
  const range = rangeOf(request, asset)
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${asset.size}`).send()
  const { start, end } = range ?? { start: 0, end: asset.size - 1 }
  reply.header('content-length', end - start + 1)
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${asset.size}`)
  return reply.send(createReadStream(asset.file, range))
}

/** Players of films ask for a part of the file, from one byte to another; one part at a time is enough for them. */
function rangeOf(
  { headers }: FastifyRequest,
  { size, headers: { etag } }: Asset,
): Range | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (first + last === '' || (headers['if-range'] ?? etag) !== etag) return undefined
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'outside' : { start, end }
}

function listAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const file = join(entry.parentPath, entry.name)
    const url = `/${relative(folder, file).split(sep).join('/')}`
    const { size, mtimeMs } = statSync(file)
    const brotli = statSync(`${file}.br`, { throwIfNoEntry: false })
    // Vite puts a hash into the names below /assets/: those never change.
    const lifetime = url.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600'
    const headers: Record<string, string> = {
      'content-type': type,
      'cache-control': lifetime,
      'accept-ranges': 'bytes',
      etag: `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`,
      ...(brotli && { vary: 'Accept-Encoding' }),
    }
    assets.set(url, { file, size, headers, brotliSize: brotli?.size })
  }
  return assets
}
