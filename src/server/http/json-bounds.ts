import { bounds } from '../bounds.ts'

const [quote, backslash, comma] = [34, 92, 44]
const opening = new Set([91, 123])
const closing = new Set([93, 125])

/** Whether JSON has more levels than `bounds` allow, or more members. Scans the text once, before it is parsed. */
export function isTooNested(text: string, mostValues: number = bounds.jsonValues): boolean {
  let [depth, values] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === quote) at = endOfString(text, at + 1)
    else if (sign === comma) values++
    else if (opening.has(sign)) depth++
    else if (closing.has(sign)) depth--
    if (depth > bounds.jsonDepth || values >= mostValues) return true
  }
  return false
}

function endOfString(text: string, start: number): number {
  let at = start
  for (let sign = text.charCodeAt(at); at < text.length && sign !== quote; sign = text.charCodeAt(at))
    at += sign === backslash ? 2 : 1
  return at
}
