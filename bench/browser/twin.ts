import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { type Answer, send } from '../send.ts'
import type { Answers } from '../yardsticks/http.ts'

const asBrowser = { 'accept-encoding': 'gzip, deflate, br' }
const linked = /(?:href|src|srcset|imagesrcset)="([^"]+)"/gi

/** A static copy of a page: its HTML without scripts, its styles, its fonts and its first picture. */
export async function twinOf(url: string, path: string): Promise<Answers> {
  const page = await send(url, { path, headers: asBrowser })
  const html = (await promisify(brotliDecompress)(page.body)).toString()
  const still = html
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/<link[^>]*rel="modulepreload"[^>]*>/g, '')
  const answers: Answers = { [path]: await withBody(page, still) }
  for (const part of partsOf(still)) answers[part] = await send(url, { path: part, headers: asBrowser })
  return answers
}

/** Compresses the text with the shop's quality. */
async function withBody({ status, headers }: Answer, text: string): Promise<Answer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  const body = await promisify(brotliCompress)(text, { params })
  const { 'content-length': _, ...others } = headers
  return {
    status,
    headers: { ...others, 'content-length': String(body.length) },
    body,
  }
}

/** The paths of styles, fonts and every size of the first picture, because the browser chooses the size. */
function partsOf(html: string): string[] {
  const paths = [...html.matchAll(linked)].flatMap(([, value = '']) =>
    value.split(',').map(part => part.trim().split(' ')[0] ?? ''),
  )
  const pictures = paths.filter(path => path.startsWith('/pictures/'))
  const first = pictures[0]?.replace(/-\d+\.\w+$/, '') ?? ''
  const others = paths.filter(path => /\.(css|woff2|svg|png|webmanifest)$/.test(path))
  return [...new Set([...others, ...pictures.filter(path => path.startsWith(first))])]
}
