import {
  type AnswerOf,
  type Endpoint,
  type FileType,
  linesType,
  pathOf,
  type QueryOf,
  type ToldLine,
} from '#contract/endpoint.ts'
import type { Calls } from '#contract/index.ts'
import { accepted, addressOf, bodyOf } from './call.ts'
import { unreachable } from './problem-error.ts'
import { readToken } from './token.ts'

/** Gets a share between 0 and 1. */
type OnProgress = (share: number) => void

/** Sends one file to a call that takes an upload. */
export async function upload<E extends Endpoint & { upload: string }>(
  endpoint: E,
  file: File,
  onProgress: OnProgress,
): Promise<AnswerOf<E>> {
  const form = new FormData()
  form.set(endpoint.upload, file)
  return (await post(pathOf(endpoint.path), form, { onSent: onProgress })) as AnswerOf<E>
}

/** The calls whose body is a file. */
type FileTaker = {
  [Name in keyof Calls]: Calls[Name] extends { takes: FileType } ? Name : never
}[keyof Calls]

interface FileInput<Name extends FileTaker> {
  file: Blob
  query?: Partial<QueryOf<Calls[Name]>>
  idempotencyKey?: string
}

/** How much of a file has been sent, and how much of it is done then; both between 0 and 1. */
export interface FileProgress {
  sent: number
  done: number
}

/** Sends a file as it is, and hears from the shop how far it is with it. */
export async function uploadCsv<Name extends FileTaker>(
  name: Name,
  { file, query, idempotencyKey }: FileInput<Name>,
  onProgress: (progress: FileProgress) => void,
): Promise<AnswerOf<Calls[Name]>> {
  const address = addressOf(name.slice(name.indexOf(' ') + 1), { query })
  const headers = {
    accept: `${linesType}, application/json`,
    'content-type': 'text/csv',
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  }
  const onSent: OnProgress = sent => onProgress({ sent, done: 0 })
  const onLine = (line: ToldLine) => {
    if ('share' in line) onProgress({ sent: 1, done: line.share })
  }
  return (await post(address, file, { headers, onSent, onLine })) as AnswerOf<Calls[Name]>
}

interface Posting {
  headers?: Readonly<Record<string, string>>
  onSent: OnProgress
  onLine?: (line: ToldLine) => void
}

/** By XMLHttpRequest, because fetch does not tell how much has been sent. */
async function post(address: string, body: FormData | Blob, posting: Posting): Promise<unknown> {
  const token = readToken()
  const response = await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    const headers = { accept: 'application/json', ...posting.headers }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', event => {
      if (event.lengthComputable) posting.onSent(event.loaded / event.total)
    })
    request.addEventListener('progress', () => {
      const line = posting.onLine && lastLine(request.responseText)
      if (line) posting.onLine?.(line)
    })
    request.addEventListener('load', () => resolve(responseOf(request)))
    for (const failure of ['error', 'timeout', 'abort']) {
      request.addEventListener(failure, () => reject(unreachable))
    }
    request.send(body)
  })
  return bodyOf(await accepted(response, token))
}

/** The last line that has come to its end; undefined where there is none, or something else. */
function lastLine(text: string): ToldLine | undefined {
  const line = text.slice(0, text.lastIndexOf('\n')).split('\n').at(-1) ?? ''
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Of an answer in lines the last one counts; one that breaks off before has none that can be read. */
function responseOf({ responseText, status }: XMLHttpRequest): Response {
  const line = lastLine(responseText)
  if (line === undefined) return new Response(responseText, { status })
  if ('problem' in line) return new Response(JSON.stringify(line.problem), { status: line.problem.status })
  return new Response('answer' in line ? JSON.stringify(line.answer) : '', { status })
}
