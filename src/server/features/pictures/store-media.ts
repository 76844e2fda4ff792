import { randomBytes } from 'node:crypto'
import { captionsLimits, maxCaptionsBytes, maxVideoBytes, videoLimits } from '#contract/content-files.ts'
import { type MediaFormat, mediaFormatOf, recognizedBytes } from '#domain/media.ts'
import { Refusal } from '#domain/refusal.ts'
import type { PictureFiles } from '../../adapters/picture-host.ts'

/** What an upload may be, with the sentences for anything else. */
export interface MediaKind {
  formats: readonly MediaFormat[]
  maxBytes: number
  tooLarge: string
  wrongFormat: string
}

export const video: MediaKind = {
  formats: ['mp4', 'webm'],
  maxBytes: maxVideoBytes,
  tooLarge: `This video is too large. Choose another one: ${videoLimits}.`,
  wrongFormat: 'This is not a video that browsers can play. Choose an MP4 or WebM file.',
}

export const captions: MediaKind = {
  formats: ['vtt'],
  maxBytes: maxCaptionsBytes,
  tooLarge: `This file is too large. Choose another one: ${captionsLimits}.`,
  wrongFormat: 'These are not captions that browsers can show. Choose a WebVTT file (.vtt) in UTF-8.',
}

/** Stores a file while it arrives, under a name that its content decides. Returns its address. */
export async function storeMedia(
  files: PictureFiles,
  kind: MediaKind,
  body: AsyncIterable<Buffer>,
): Promise<string> {
  // Not `for await`, which would close the connection of a refused upload before its sender is told why.
  const pieces = body[Symbol.asyncIterator]()
  const start = await firstBytes(pieces)
  if (start.length === 0) throw refused('This file is empty. Choose another one.')
  const format = mediaFormatOf(start)
  if (!format || !kind.formats.includes(format)) throw refused(kind.wrongFormat)
  const name = `${randomBytes(16).toString('hex')}.${format}`
  const content = piecesUpTo(kind, start, pieces)
  await files.writeStream(name, format === 'vtt' ? onlyUtf8(content) : content)
  return `/media/${name}`
}

async function firstBytes(pieces: AsyncIterator<Buffer>): Promise<Buffer> {
  let start = Buffer.alloc(0)
  while (start.length < recognizedBytes) {
    const { done, value } = await pieces.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  return start
}

async function* piecesUpTo(kind: MediaKind, start: Buffer, pieces: AsyncIterator<Buffer>) {
  let bytes = start.length
  if (bytes > kind.maxBytes) throw tooLarge(kind)
  yield start
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    bytes += next.value.length
    if (bytes > kind.maxBytes) throw tooLarge(kind)
    yield next.value
  }
}

/** Browsers read captions as UTF-8 only. */
async function* onlyUtf8(pieces: AsyncIterable<Buffer>) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const check = (piece?: Buffer) => {
    try {
      decoder.decode(piece, { stream: piece !== undefined })
    } catch {
      throw refused(captions.wrongFormat)
    }
  }
  for await (const piece of pieces) {
    check(piece)
    yield piece
  }
  check()
}

export const tooLarge = ({ tooLarge: detail }: MediaKind) =>
  new Refusal('too_large', detail, { fields: { file: detail } })

const refused = (detail: string) => new Refusal('bad_input', detail, { fields: { file: detail } })
