import type { ShopContent } from '#contract/shop-content.ts'
import { type Typeface, typefaces } from '../../adapters/typefaces.ts'
import { type Outline, placed, type Segment } from './outline.ts'

const commands = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
} as const

interface Written {
  /** The baseline is at 0, and the size of the letters is 1. */
  outline: Outline
  width: number
}

const headings: Record<ShopContent['typefaces'], Typeface> = {
  warm: 'serif',
  modern: 'strong',
  classic: 'serif',
}

/** Inter has more letters than Young Serif. Undefined if neither has them all. */
function typefaceWith(text: string, wanted: Typeface): Typeface | undefined {
  const has = (typeface: Typeface) =>
    Array.from(text).every(letter => typefaces[typeface].hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  return [wanted, 'strong' as const].find(has)
}

/** Text as outlines, so that it looks the same on a machine without fonts; undefined if a letter is missing. */
export function written(text: string, wanted: Typeface): Written | undefined {
  const composed = text.normalize('NFC')
  const typeface = typefaceWith(composed, wanted)
  if (!typeface) return undefined
  const font = typefaces[typeface]
  const scale = 1 / font.unitsPerEm
  let width = 0
  const outline = Array.from(composed).flatMap(letter => {
    const glyph = font.glyphForCodePoint(letter.codePointAt(0) ?? 0)
    // Fonts count upwards, drawings downwards.
    const drawn = glyph.path
      .scale(1, -1)
      .commands.map(({ command, args }): Segment => [commands[command], ...args])
    const x = width
    width += glyph.advanceWidth * scale
    return placed(drawn, { x, y: 0, scale })
  })
  return { outline, width }
}

export const writtenHeading = (text: string, of: Pick<ShopContent, 'typefaces'>): Written | undefined =>
  written(text, headings[of.typefaces])
