import type { ShopContent } from '#contract/shop-content.ts'
import { type Colors, paletteOf } from '#domain/palette.ts'
import { rendered, type Source } from './draw-icon.ts'
import { written, writtenHeading } from './letters.ts'
import { markOf, markSize } from './mark.ts'
import { type Outline, placed, placedShapes, rectangle, type Shape } from './outline.ts'

/** The size that networks expect of a shared link's picture. */
const [width, height] = [1200, 630]
const margin = 96

const markHeight = 132
const gap = 44
/** The height of a capital letter, in parts of its size. */
const capital = 0.76

/** The picture of a shared link: the mark, the name and the slogan under the shop's edge. */
export async function shareJpeg({ content, picture }: Source): Promise<Buffer> {
  const colors = paletteOf(content.accent).light
  const texts = textsOf(content, colors)
  const below = texts.reduce((sum, { scale }) => sum + gap + scale * capital, 0)
  const frame = { x: margin, y: Math.round((height + 30 - markHeight - below) / 2), size: markHeight }
  const shapes = edgeOf(content.edge, colors)
  if (!picture)
    shapes.push(...placedShapes(markOf(content).shapes, { ...frame, scale: markHeight / markSize }))
  let y = frame.y + markHeight
  for (const { outline, scale, fill } of texts) {
    y += gap + scale * capital
    shapes.push({ outline: placed(outline, { x: margin, y, scale }), fill })
  }
  const drawing = { width, height, ground: colors['--color-base-100'], shapes }
  const image = await rendered(drawing, { picture }, frame)
  return image.flatten().jpeg({ quality: 86, mozjpeg: true }).toBuffer()
}

/** Name and slogan, smaller if they are long. One with letters that cannot be drawn is left out. */
function textsOf(content: ShopContent, colors: Colors) {
  const texts = [
    { text: writtenHeading(content.name, content), size: 92, fill: colors['--color-base-content'] },
    { text: written(content.slogan, 'text'), size: 38, fill: colors['--soft'] },
  ]
  return texts.flatMap(({ text, size, fill }) => {
    if (!text || text.outline.length === 0) return []
    return { outline: text.outline, scale: Math.min(size, (width - 2 * margin) / text.width), fill }
  })
}

const stripes = 18

function edgeOf(edge: ShopContent['edge'], colors: Colors): Shape[] {
  const [accent, pale] = [colors['--color-primary'], colors['--color-base-200']]
  if (edge === 'none') return []
  if (edge === 'line') return [{ outline: rectangle(0, 0, width, 14), fill: accent }]
  const stripe = width / stripes
  return Array.from({ length: stripes }, (_, index) => ({
    outline: stripeOf(index * stripe, stripe, 46),
    fill: index % 2 === 0 ? accent : pale,
  }))
}

const stripeOf = (x: number, wide: number, drop: number): Outline => [
  ['M', x, 0],
  ['L', x + wide, 0],
  ['L', x + wide, drop],
  ['C', x + wide, drop + wide * 0.66, x, drop + wide * 0.66, x, drop],
  ['Z'],
]
