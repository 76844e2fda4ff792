import { bounds } from '../bounds.ts'

export interface FormPart {
  field: string
  /** A part with a file name is a file, whatever the name. */
  isFile: boolean
  content: Buffer
}

/** Why a form cannot be read: a sentence for the client. */
export class FormFault extends Error {}

const lineEnd = '\r\n'
const headersEnd = '\r\n\r\n'

/**
 * The parts of a multipart form, without copying. Only the headers of a part are parsed, and those are short
 * (`bounds`); the rest is one search for the boundary.
 */
export function readForm(body: Buffer, boundary: string): FormPart[] {
  const delimiter = `--${boundary}`
  const parts: FormPart[] = []
  if (!hasAt(body, 0, delimiter)) throw unreadable()
  let at = delimiter.length
  while (!hasAt(body, at, '--')) {
    if (parts.length === bounds.formParts) throw new FormFault('This form has too many parts.')
    if (!hasAt(body, at, lineEnd)) throw unreadable()
    const start = at + lineEnd.length
    const headers = headersAt(body, start)
    const content = start + headers.length + headersEnd.length
    const end = body.indexOf(lineEnd + delimiter, content)
    if (end < 0) throw unreadable()
    parts.push({ ...dispositionIn(headers.toString()), content: body.subarray(content, end) })
    at = end + lineEnd.length + delimiter.length
  }
  return parts
}

const unreadable = () => new FormFault('This form cannot be read.')

const hasAt = (body: Buffer, at: number, text: string): boolean =>
  body.toString('latin1', at, at + text.length) === text

function headersAt(body: Buffer, start: number): Buffer {
  const within = body.subarray(start, start + bounds.formHeaderBytes + headersEnd.length)
  const length = within.indexOf(headersEnd)
  if (length >= 0) return within.subarray(0, length)
  const isTooLong = within.length === bounds.formHeaderBytes + headersEnd.length
  throw isTooLong ? new FormFault('A part of this form has too many headers.') : unreadable()
}

/** Browsers write quotes and line breaks inside a name as %22, %0D and %0A. */
const parameter = /; *([\w*-]{1,40}) *= *(?:"([^"]*)"|([^";\s]*)) */y

function dispositionIn(headers: string): Pick<FormPart, 'field' | 'isFile'> {
  const lines = headers.split(lineEnd)
  const line = lines.find(text => /^content-disposition *:/i.test(text)) ?? ''
  const [kind = ''] = /^[\w-]+ *: *form-data */i.exec(line) ?? []
  const found = new Map<string, string>()
  parameter.lastIndex = kind.length
  while (kind !== '' && parameter.lastIndex < line.length) {
    const [, name = '', quoted, plain = ''] = parameter.exec(line) ?? []
    if (name === '' || found.has(name.toLowerCase())) throw unreadable()
    found.set(name.toLowerCase(), quoted ?? plain)
  }
  const field = found.get('name')
  if (field === undefined) throw unreadable()
  return { field, isFile: found.has('filename') || found.has('filename*') }
}
