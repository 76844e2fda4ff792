import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { oneLine } from '#domain/plain-text.ts'

/**
 * Without its tables for ligatures and contextual forms: these scripts can do without, and reading Inter's takes ten times
 * as long as all the rest.
 */
function fontAt(specifier: string): Font {
  const font = create(readFileSync(createRequire(import.meta.url).resolve(specifier)))
  return Object.create(font, { GSUB: { value: undefined }, GPOS: { value: undefined } })
}

/** Young Serif is the shop's own; Inter has the letters of every language that is written in Latin, Cyrillic or Greek. */
export const typefaces = {
  serif: fontAt('@expo-google-fonts/young-serif/400Regular/YoungSerif_400Regular.ttf'),
  text: fontAt('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  strong: fontAt('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
} as const

export type Typeface = keyof typeof typefaces

const has = (typeface: Typeface, character: string): boolean =>
  typefaces[typeface].hasGlyphForCodePoint(character.codePointAt(0) ?? 0)

/** What stands for a letter that cannot be printed. */
export const blank = '□'

/** Text as it can be printed: on one line, composed, without marks that are not seen, and with a box for what no typeface has. */
export function printable(text: string): string {
  const seen = oneLine(text).normalize('NFC').replace(/\p{C}/gu, '')
  return Array.from(seen, character => (has('text', character) ? character : blank)).join('')
}

/** The wished typeface, or the one that has everything where it lacks a letter. */
export const fitting = (wished: Typeface, text: string): Typeface =>
  Array.from(text).every(character => has(wished, character)) ? wished : 'strong'
