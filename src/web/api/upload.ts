import { type AnswerOf, type Endpoint, type FileType, pathOf, type QueryOf } from '#contract/endpoint.ts'
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
  return (await post(pathOf(endpoint.path), form, {}, onProgress)) as AnswerOf<E>
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

/** Sends a file as it is. */
export async function uploadCsv<Name extends FileTaker>(
  name: Name,
  { file, query, idempotencyKey }: FileInput<Name>,
  onProgress: OnProgress,
): Promise<AnswerOf<Calls[Name]>> {
  const address = addressOf(name.slice(name.indexOf(' ') + 1), { query })
  const headers = {
    'content-type': 'text/csv',
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  }
  return (await post(address, file, headers, onProgress)) as AnswerOf<Calls[Name]>
}

/** By XMLHttpRequest, because fetch does not tell how much has been sent. */
async function post(
  address: string,
  body: FormData | Blob,
  headers: Readonly<Record<string, string>>,
  onProgress: OnProgress,
): Promise<unknown> {
  const token = readToken()
  const response = await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.setRequestHeader('accept', 'application/json')
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', event => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status })),
    )
    for (const failure of ['error', 'timeout', 'abort']) {
      request.addEventListener(failure, () => reject(unreachable))
    }
    request.send(body)
  })
  return bodyOf(await accepted(response, token))
}
