/** What ends a line, whichever system it was typed on. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g

/** Text is turned around between these: a reader sees other words than a program does. */
const bidi = '\\u202A-\\u202E\\u2066-\\u2069'

/** Marks that take no room. Telephones put them around a number that is copied: at the ends they go as blanks do. */
const marks = `\\u200B\\u200E\\u200F\\u061C\\u2060\\uFEFF${bidi}`
const mark = new RegExp(`[\\s${marks}]`)

/**
 * Characters that cannot be seen but have their place: within an emoji and the flags of regions, and between letters of
 * scripts that need them (Persian, Hindi and others, never Latin, Greek or Cyrillic).
 */
const inPlace =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic})|(?<=\u{1F3F4})[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]+\u{E007F}|(?<=(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}])[\p{L}\p{M}])[\u200C\u200D](?=[\p{L}\p{M}])/gu

/** Controls, and what takes no room but a choice between two forms of the character before it. */
const unseen =
  /[\p{Cc}\u2028\u2029\uFFF9-\uFFFB]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|(?<=^|[\s\p{Variation_Selector}])\p{Variation_Selector}/u

const seenOrNot = new RegExp(`(${inPlace.source})|${unseen.source}`, 'gu')

/** What no text keeps, but the ends of its lines. */
const outOfPlace = new RegExp(`(?!\\n)\\p{Cc}|[${bidi}\\uFFF9-\\uFFFB]`, 'gu')

const invisible = 'This contains invisible characters. Please type it anew.'

/** Text of one line, as it is kept: without blanks and marks around it. */
export function trimLine(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && mark.test(text.charAt(start))) start++
  while (start < end && mark.test(text.charAt(end - 1))) end--
  return text.slice(start, end).replaceAll('\t', ' ')
}

/** What is wrong with text that has to stand on one line, or undefined. */
export function lineFault(text: string): string | undefined {
  if (text.search(lineBreak) >= 0) return 'Please write this on one line.'
  return unseen.test(text.replace(inPlace, '')) ? invisible : undefined
}

/** Text of several lines, as it is kept: each line ends in one way. */
export const trimLines = (text: string): string => text.replaceAll('\t', ' ').replace(lineBreak, '\n').trim()

/** What is wrong with text of several lines, or undefined. Marks that only help to break a word are fine there. */
export const linesFault = (text: string): string | undefined =>
  text.search(outOfPlace) >= 0 ? invisible : undefined

/** Any text on one line, for what was kept before there was a rule: nothing in it can pass for a line of its own. */
export const oneLine = (text: string): string =>
  trimLine(text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').replace(seenOrNot, (_, seen = '') => seen))
