import type { ShopContent } from '#contract/shop-content.ts'
import { paletteOf } from '#domain/palette.ts'
import { type Mark, markOf, markSize } from './mark.ts'
import { type Drawing, placedShapes, svgOf } from './outline.ts'
import { pixelsOf } from './rasterize.ts'

/** What a picture of the shop is drawn from: its content, and the bytes of its own mark if it has one. */
export interface Source {
  content: ShopContent
  picture: Buffer | undefined
}

/** Where an owner's picture goes. */
export interface Frame {
  x: number
  y: number
  size: number
}

/** Loaded with the first drawing: it takes many megabytes. */
const library = async () => (await import('../../adapters/safe-sharp.ts')).sharp

/** The owner's picture, fitted into a square. */
async function fitted(picture: Buffer, size: number): Promise<Buffer> {
  const sharp = await library()
  return sharp(picture).resize(size, size, { fit: 'contain', background: '#00000000' }).png().toBuffer()
}

/** A drawing, with the owner's picture over it. */
export async function rendered(drawing: Drawing, { picture }: Pick<Source, 'picture'>, frame: Frame) {
  const sharp = await library()
  const { width, height } = drawing
  const image = sharp(pixelsOf(drawing), { raw: { width, height, channels: 4 } })
  if (!picture) return image
  const input = await fitted(picture, frame.size)
  return image.composite([{ input, left: frame.x, top: frame.y }])
}

export type Use = 'plain' | 'maskable' | 'apple'

/** The share of an icon that its mark fills. Launchers may cut a maskable icon to a circle. */
const shares: Record<Mark['kind'] | 'picture', Record<Use, number>> = {
  awning: { plain: 0.72, maskable: 0.5, apple: 0.66 },
  letter: { plain: 1, maskable: 0.8, apple: 0.9 },
  picture: { plain: 0.86, maskable: 0.6, apple: 0.8 },
}

export async function iconPng({ content, picture }: Source, size: number, use: Use): Promise<Buffer> {
  const mark = markOf(content)
  const inner = Math.round(size * shares[picture ? 'picture' : mark.kind][use])
  const frame = { x: Math.round((size - inner) / 2), y: Math.round((size - inner) / 2), size: inner }
  const behind = picture ? paletteOf(content.accent).light['--color-base-100'] : mark.ground
  const ground = inner < size && { ground: behind }
  const shapes = picture ? [] : placedShapes(mark.shapes, { ...frame, scale: inner / markSize })
  const image = await rendered({ width: size, height: size, ...ground, shapes }, { picture }, frame)
  return image.png({ palette: true }).toBuffer()
}

export async function iconSvg({ content, picture }: Source): Promise<string> {
  const square = { width: markSize, height: markSize }
  if (!picture) return svgOf({ ...square, shapes: markOf(content).shapes })
  const data = (await fitted(picture, 128)).toString('base64')
  return svgOf(
    { ...square, shapes: [] },
    `<image width="${markSize}" height="${markSize}" href="data:image/png;base64,${data}"/>`,
  )
}

const faviconSizes = [16, 32, 48]

/** For programs that ask for /favicon.ico: a list of sizes, and a PNG for each. */
export async function faviconIco({ content, picture }: Source): Promise<Buffer> {
  const { shapes } = markOf(content)
  const images = await Promise.all(
    faviconSizes.map(async size => {
      const scale = size / markSize
      const drawn = picture ? [] : placedShapes(shapes, { x: 0, y: 0, scale })
      const drawing = { width: size, height: size, shapes: drawn }
      return (await rendered(drawing, { picture }, { x: 0, y: 0, size })).png().toBuffer()
    }),
  )
  const [headBytes, entryBytes] = [6, 16]
  const list = Buffer.alloc(headBytes + entryBytes * faviconSizes.length)
  list.writeUInt16LE(1, 2)
  list.writeUInt16LE(faviconSizes.length, 4)
  let at = list.length
  for (const [index, size] of faviconSizes.entries()) {
    const entry = headBytes + entryBytes * index
    const length = images[index]?.length ?? 0
    list.set([size, size], entry)
    list.writeUInt16LE(1, entry + 4)
    list.writeUInt16LE(32, entry + 6)
    list.writeUInt32LE(length, entry + 8)
    list.writeUInt32LE(at, entry + 12)
    at += length
  }
  return Buffer.concat([list, ...images])
}
