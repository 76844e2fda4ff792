import { inflateSync } from 'node:zlib'

/** What stands on the sheets of a PDF that the shop has drawn: each piece of writing by itself, in the order of drawing. */
export function textsIn(pdf: Buffer): string[] {
  const objects = objectsIn(pdf)
  const letters = new Map<string, ReadonlyMap<string, string>>()
  for (const { text } of objects.values())
    for (const [, name = '', id = ''] of fontsIn(text)) letters.set(name, lettersOf(objects, id))
  return [...objects.values()].flatMap(({ stream }) =>
    /\bTJ\b/.test(stream) ? piecesIn(stream, letters) : [],
  )
}

interface PdfObject {
  text: string
  /** Inflated; empty where there is none. */
  stream: string
}

function objectsIn(pdf: Buffer): ReadonlyMap<string, PdfObject> {
  const whole = pdf.toString('latin1')
  const found = whole.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)
  return new Map(
    Array.from(found, ([, id = '', body = '']) => {
      const [text = '', data] = body.split(/\nstream\n/)
      const bytes = Buffer.from(data?.replace(/\nendstream$/, '') ?? '', 'latin1')
      const stream = data && /\/FlateDecode/.test(text) ? inflateSync(bytes) : bytes
      return [id, { text, stream: stream.toString('latin1') }]
    }),
  )
}

/** The fonts of a page: `/Font << /F1 8 0 R >>`. */
const fontsIn = (text: string) => text.match(/\/Font <<[^>]*>>/)?.[0].matchAll(/\/(F\d+) (\d+) 0 R/g) ?? []

/** Which letters the codes of a font stand for. */
function lettersOf(objects: ReadonlyMap<string, PdfObject>, font: string): ReadonlyMap<string, string> {
  const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.text ?? '')?.[1] ?? ''
  const letters = new Map<string, string>()
  for (const [, first = '', list = ''] of (objects.get(map)?.stream ?? '').matchAll(
    /<(\w{4})> <\w{4}> \[([^\]]*)\]/g,
  ))
    for (const [index, [, hex = '']] of [...list.matchAll(/<([^>]*)>/g)].entries()) {
      const code = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0')
      letters.set(code, Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }
  return letters
}

function piecesIn(stream: string, letters: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  let font = ''
  const pieces: string[] = []
  for (const [, name, codes] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = name
    else pieces.push(decoded(codes ?? '', letters.get(font) ?? new Map()))
  }
  return pieces
}

const decoded = (codes: string, letters: ReadonlyMap<string, string>): string =>
  Array.from(codes.matchAll(/<(\w*)>/g), ([, hex = '']) =>
    (hex.match(/\w{4}/g) ?? []).map(code => letters.get(code) ?? '\ufffd').join(''),
  ).join('')
