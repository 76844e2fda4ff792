import { inflateSync } from 'node:zlib'

/** The texts in a PDF of the shop, in the order in which they were drawn. */
export function textsIn(pdf: Buffer): string[] {
  const objects = objectsIn(pdf)
  const characters = new Map<string, ReadonlyMap<string, string>>()
  for (const { text } of objects.values())
    for (const [, name = '', id = ''] of fontsIn(text)) characters.set(name, charactersOf(objects, id))
  return [...objects.values()].flatMap(({ stream }) =>
    /\bTJ\b/.test(stream) ? piecesIn(stream, characters) : [],
  )
}

interface PdfObject {
  text: string
  /** Decompressed; empty if the object has none. */
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

/** Maps the codes of a font to characters. */
function charactersOf(objects: ReadonlyMap<string, PdfObject>, font: string): ReadonlyMap<string, string> {
  const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.text ?? '')?.[1] ?? ''
  const characters = new Map<string, string>()
  for (const [, first = '', list = ''] of (objects.get(map)?.stream ?? '').matchAll(
    /<(\w{4})> <\w{4}> \[([^\]]*)\]/g,
  ))
    for (const [index, [, hex = '']] of [...list.matchAll(/<([^>]*)>/g)].entries()) {
      const code = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0')
      characters.set(code, Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }
  return characters
}

function piecesIn(stream: string, characters: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  let font = ''
  const pieces: string[] = []
  for (const [, name, codes] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = name
    else pieces.push(decoded(codes ?? '', characters.get(font) ?? new Map()))
  }
  return pieces
}

const decoded = (codes: string, characters: ReadonlyMap<string, string>): string =>
  Array.from(codes.matchAll(/<(\w*)>/g), ([, hex = '']) =>
    (hex.match(/\w{4}/g) ?? []).map(code => characters.get(code) ?? '\ufffd').join(''),
  ).join('')
