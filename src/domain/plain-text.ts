/** The line breaks of every system. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g

/** White space, zero-width characters and direction marks. Phones add them around a copied number, so they are trimmed. */
const trimmable = /[\s\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/

/**
 * Invisible characters that are legitimate: within emoji and regional flags, and between letters of scripts that need them
 * (such as Persian and Hindi, but not Latin, Greek or Cyrillic). Uses Unicode's short names, because every page with a form
 * loads this.
 */
const legitimate =
  /(?<=[\p{ExtPict}\p{EMod}]\uFE0F?)\u200D(?=\p{ExtPict})|(?<=\u{1F3F4})[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]+\u{E007F}|(?<=(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Zyyy}\p{sc=Zinh}])[\p{L}\p{M}])[\u200C\u200D](?=[\p{L}\p{M}])/gu

/** Controls and zero-width characters, except a variation selector after a visible character. */
const invisible = /[\p{Cc}\u2028\u2029\uFFF9-\uFFFB]|(?!\p{VS})\p{DI}|(?<=^|[\s\p{VS}])\p{VS}/u

const invisibleMessage = 'This contains invisible characters. Type it again.'

/** Normalizes a single line for storage. */
export function trimLine(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && trimmable.test(text.charAt(start))) start++
  while (start < end && trimmable.test(text.charAt(end - 1))) end--
  return text.slice(start, end).replaceAll('\t', ' ')
}

/** The error message for single-line text, or undefined. */
export function lineFault(text: string): string | undefined {
  if (text.search(lineBreak) >= 0) return 'Write this on one line.'
  return invisible.test(text.replace(legitimate, '')) ? invisibleMessage : undefined
}

/** Normalizes multi-line text for storage, with one kind of line break. */
export const trimLines = (text: string): string => text.replaceAll('\t', ' ').replace(lineBreak, '\n').trim()

/** The error message for multi-line text, or undefined. Soft hyphens and zero-width spaces are allowed here. */
export const linesFault = (text: string): string | undefined =>
  /(?!\n)\p{Cc}|[\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB]/u.test(text) ? invisibleMessage : undefined

/** Makes text from before these rules safe to print on one line, so that it cannot fake another line. */
export function oneLine(text: string): string {
  const keepOrDrop = new RegExp(`(${legitimate.source})|${invisible.source}`, 'gu')
  const spaced = text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
  return trimLine(spaced.replace(keepOrDrop, (_, keep = '') => keep))
}
