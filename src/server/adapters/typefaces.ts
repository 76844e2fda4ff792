import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { oneLine } from '#domain/plain-text.ts'

function fontAt(specifier: string): Font {
  const font = create(readFileSync(createRequire(import.meta.url).resolve(specifier)))
  if ('fonts' in font) throw new Error(`${specifier} holds several fonts.`)
  return font
}

/**
 * Drops the tables for ligatures and contextual forms: these scripts do not need them, and parsing Inter's takes ten
 * times as long as everything else.
 */
const plainFontAt = (specifier: string): Font =>
  Object.create(fontAt(specifier), { GSUB: { value: undefined }, GPOS: { value: undefined } })

/** Young Serif is the shop's typeface, with lining figures in its tables; Inter covers every language written in Latin, Cyrillic or Greek. */
export const typefaces = {
  serif: fontAt('@expo-google-fonts/young-serif/400Regular/YoungSerif_400Regular.ttf'),
  text: plainFontAt('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  strong: plainFontAt('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
} as const

export type Typeface = keyof typeof typefaces

const has = (typeface: Typeface, character: string): boolean =>
  typefaces[typeface].hasGlyphForCodePoint(character.codePointAt(0) ?? 0)

/** Replaces a character that cannot be printed. */
export const blank = '□'

/** Makes text printable: one line, composed, without invisible marks, and with a box for each missing glyph. */
export function printable(text: string): string {
  const seen = oneLine(text).normalize('NFC').replace(/\p{C}/gu, '')
  return Array.from(seen, character => (has('text', character) ? character : blank)).join('')
}

/** The requested typeface, or the complete one if the first lacks a character. */
export const typefaceFor = (wished: Typeface, text: string): Typeface =>
  Array.from(text).every(character => has(wished, character)) ? wished : 'strong'
