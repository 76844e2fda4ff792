/** What ends a line, whichever system it was typed on. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g

/**
 * Blanks, and marks that take no room or turn text around. Telephones put them around a number that is copied: at the ends
 * they go.
 */
const mark = /[\s\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/

/**
 * Characters that cannot be seen but have their place: within an emoji and the flags of regions, and between letters of
 * scripts that need them (Persian, Hindi and others, never Latin, Greek or Cyrillic). By Unicode's short names: every page
 * with a form loads this.
 */
const inPlace =
  /(?<=[\p{ExtPict}\p{EMod}]\uFE0F?)\u200D(?=\p{ExtPict})|(?<=\u{1F3F4})[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]+\u{E007F}|(?<=(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Zyyy}\p{sc=Zinh}])[\p{L}\p{M}])[\u200C\u200D](?=[\p{L}\p{M}])/gu

/** Controls, and what takes no room but a choice between two forms of the character before it. */
const unseen = /[\p{Cc}\u2028\u2029\uFFF9-\uFFFB]|(?!\p{VS})\p{DI}|(?<=^|[\s\p{VS}])\p{VS}/u

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
  /(?!\n)\p{Cc}|[\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB]/u.test(text) ? invisible : undefined

/** Any text on one line, for what was kept before there was a rule: nothing in it can pass for a line of its own. */
export function oneLine(text: string): string {
  const seenOrNot = new RegExp(`(${inPlace.source})|${unseen.source}`, 'gu')
  const spaced = text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
  return trimLine(spaced.replace(seenOrNot, (_, seen = '') => seen))
}
