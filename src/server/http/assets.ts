import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

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

/** Serves the built files. They are listed once at the start: whatever is not on the list does not exist. */
export async function serveAssets(app: FastifyInstance, folder: string): Promise<void> {
  for (const [url, asset] of await listAssets(folder)) {
    app.get(url, { config: { access: 'page' } }, (request, reply) => sendAsset(request, reply, asset))
  }
}

interface Range {
  start: number
  end: number
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  reply.headers(asset.headers)
  if (request.headers['if-none-match'] === asset.headers.etag) return reply.code(304).send()
  if (asset.brotliSize !== undefined && /\bbr\b/.test(String(request.headers['accept-encoding']))) {
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

async function listAssets(folder: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const file = join(entry.parentPath, entry.name)
    const url = `/${relative(folder, file).split(sep).join('/')}`
    const { size, mtimeMs } = await stat(file)
    const brotli = await stat(`${file}.br`).catch(() => undefined)
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
