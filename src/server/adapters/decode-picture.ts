import type { Metadata } from 'sharp'
import { maxPicturePixels, pictureFormats, pictureResolution } from '#contract/pictures.ts'
import { maxFittedSide, type Size } from '#domain/fitted-picture.ts'
import { Refusal } from '#domain/refusal.ts'

const maxSeconds = 30

/**
 * An ordinary picture is read line by line, and takes up to 140 MB. A lossless WebP of 40 megapixels is in memory as a
 * whole and takes 175. So is an interlaced PNG or a progressive JPEG, which took up to 400: this limit makes it cost no
 * more than the others.
 */
const maxWholeBytes = 96 * 2 ** 20
const formats = new Set(['jpeg', 'png', 'webp'])

/** Pictures of items and people are cropped to 4:3. Those of the shop's content keep their shape. */
export type Shape = 'cropped' | 'fitted'

const resizing = {
  cropped: { width: 960, height: 720, fit: 'cover' },
  fitted: { width: maxFittedSide, height: maxFittedSide, fit: 'inside', withoutEnlargement: true },
} as const

export interface Picture extends Size {
  encoded(width: number, format: 'webp' | 'avif'): Promise<Buffer>
}

/**
 * The pixels of an upload, upright, and nothing else: pictures made from them contain no bytes that were hidden in the
 * file. The size is read from the header, so that a decompression bomb is refused before it is decoded.
 */
export async function pictureFrom(bytes: Buffer, shape: Shape = 'cropped'): Promise<Picture> {
  // Loaded with the first picture: it takes many megabytes, and most days bring no picture.
  const { sharp } = await import('./safe-sharp.ts')
  const source = sharp(bytes, { limitInputPixels: maxPicturePixels, failOn: 'error' })
  const facts = await source.metadata().catch(error => {
    throw unsupported(error)
  })
  if (!formats.has(facts.format)) throw unsupported()
  if (facts.isProgressive && wholeBytes(facts) > maxWholeBytes) throw tooLargeAsAWhole()
  const { data, info } = await source
    .timeout({ seconds: maxSeconds })
    .autoOrient()
    .resize(resizing[shape])
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(error => {
      throw unsupported(error)
    })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return {
    width: info.width,
    height: info.height,
    async encoded(width, kind) {
      const sized = sharp(data, { raw }).resize(width)
      return kind === 'webp'
        ? sized.webp({ quality: 80 }).toBuffer()
        : sized.avif({ quality: 55, effort: 2 }).toBuffer()
    },
  }
}

function unsupported(error?: unknown): Refusal {
  const message = error instanceof Error ? error.message : ''
  if (/pixel limit/.test(message)) {
    return refusedPicture(`This picture has too many pixels: ${pictureResolution} are possible.`)
  }
  if (error === undefined || /unsupported image format/.test(message)) {
    return refusedPicture(`This is not a picture the shop can use. Choose a ${pictureFormats} file.`)
  }
  return refusedPicture('This picture is broken or incomplete. Choose another file.')
}

/** The decoder stores a JPEG as two-byte coefficients until its last pass. */
function wholeBytes({ format, width, height, channels, depth }: Metadata): number {
  const isWide = format === 'jpeg' || depth !== 'uchar'
  return width * height * channels * (isWide ? 2 : 1)
}

const tooLargeAsAWhole = () =>
  refusedPicture(
    'This picture is too large for the way it is saved. Save it again without “interlaced” or “progressive”, or smaller.',
  )

const refusedPicture = (detail: string) =>
  new Refusal('unsupported_image', detail, { fields: { image: detail } })
