import type { ShopContent } from '#contract/shop-content.ts'
import { type Palette, paletteOf } from '#domain/palette.ts'
import { writtenHeading } from './letters.ts'
import { type Outline, placed, rectangle, type Shape } from './outline.ts'

type Named = Pick<ShopContent, 'name' | 'mark' | 'accent' | 'typefaces'>

/** Shapes in a square of this size. */
export const markSize = 32

const awning: Outline = [
  ['M', 6, 4],
  ['L', 26, 4],
  ['L', 29, 13],
  ['C', 29, 18.2, 20.3, 18.2, 20.3, 13],
  ['C', 20.3, 18.2, 11.7, 18.2, 11.7, 13],
  ['C', 11.7, 18.2, 3, 18.2, 3, 13],
  ['Z'],
]

const counter: Outline = [
  ['M', 6, 19.5],
  ['L', 26, 19.5],
  ['L', 26, 26],
  ['Q', 26, 28, 24, 28],
  ['L', 8, 28],
  ['Q', 6, 28, 6, 26],
  ['Z'],
  // The opposite direction leaves a hole.
  ['M', 10, 22.5],
  ['L', 10, 25],
  ['L', 22, 25],
  ['L', 22, 22.5],
  ['Z'],
]

/** The first letter of the name, in the middle of the square; undefined if no typeface has it. */
function letterOf(content: Named, palette: Palette): Shape | undefined {
  const letter = Array.from(content.name.normalize('NFC').toUpperCase())[0] ?? ''
  const outline = writtenHeading(letter, content)?.outline
  if (!outline || outline.length === 0) return undefined
  const numbers = outline.flatMap(([, ...all]) => all)
  const sides = [0, 1].map(axis => {
    const side = numbers.filter((_, index) => index % 2 === axis)
    return { least: Math.min(...side), most: Math.max(...side) }
  })
  const [across, down] = sides.map(({ least, most }) => ({ middle: (least + most) / 2, size: most - least }))
  if (!across || !down) return undefined
  const scale = Math.min(22, 18.5 / across.size, 19 / down.size)
  const [x, y] = [across, down].map(({ middle }) => markSize / 2 - middle * scale)
  const fill = palette.light['--color-primary-content']
  return { outline: placed(outline, { x: x ?? 0, y: y ?? 0, scale }), fill }
}

export interface Mark {
  kind: 'awning' | 'letter'
  shapes: readonly Shape[]
  /** The color behind it where nothing may be transparent. */
  ground: string
}

/** The mark of a shop without a picture of its own. A letter that cannot be drawn becomes the awning. */
export function markOf(content: Named): Mark {
  const palette = paletteOf(content.accent)
  const { light, dark } = palette
  const accent = light['--color-primary']
  const letter = content.mark === 'awning' ? undefined : letterOf(content, palette)
  if (letter) {
    const square = { outline: rectangle(0, 0, markSize, markSize, 7), fill: accent }
    return { kind: 'letter', shapes: [square, letter], ground: accent }
  }
  const shapes = [
    { outline: awning, fill: accent, darkFill: dark['--color-primary'] },
    { outline: counter, fill: light['--color-base-content'], darkFill: dark['--color-base-content'] },
  ]
  return { kind: 'awning', shapes, ground: light['--color-base-100'] }
}
