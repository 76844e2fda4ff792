import { type AnswerOf, type Endpoint, pathOf } from '#contract/endpoint.ts'
import { bodyOf, refuseOffline, throwUnlessOk } from './call.ts'
import { unreachable } from './problem-error.ts'
import { readToken } from './token.ts'

/** Receives a share between 0 and 1. */
export type OnProgress = (share: number) => void

export async function upload<E extends Endpoint & { upload: string }>(
  endpoint: E,
  file: File,
  onSent: OnProgress,
  signal?: AbortSignal,
): Promise<AnswerOf<E>> {
  const form = new FormData()
  form.set(endpoint.upload, file)
  return (await post(pathOf(endpoint.path), form, { onSent, signal })) as AnswerOf<E>
}

/** Sends the file as it is, without a form around it. */
export const uploadRaw = async <E extends Endpoint & { stores: readonly string[] }>(
  endpoint: E,
  file: File,
  onSent: OnProgress,
  signal?: AbortSignal,
): Promise<AnswerOf<E>> => {
  const headers = { 'content-type': 'application/octet-stream' }
  return (await post(pathOf(endpoint.path), file, { headers, onSent, signal })) as AnswerOf<E>
}

interface PostOptions {
  headers?: Readonly<Record<string, string>>
  onSent: OnProgress
  signal?: AbortSignal | undefined
  /** Receives the response text as it streams in. */
  onText?: (text: string) => void
  /** Turns the finished response text into a Response. */
  read?: (text: string, status: number) => Response
}

const asResponse = (text: string, status: number): Response => new Response(text, { status })

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
export async function post(
  address: string,
  body: FormData | Blob,
  { headers, onSent, signal, onText, read = asResponse }: PostOptions,
): Promise<unknown> {
  refuseOffline()
  const token = readToken()
  const response = await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    for (const [name, value] of Object.entries({ accept: 'application/json', ...headers }))
      request.setRequestHeader(name, value)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', event => {
      if (event.lengthComputable) onSent(event.loaded / event.total)
    })
    request.addEventListener('progress', () => onText?.(request.responseText))
    request.addEventListener('load', () => resolve(read(request.responseText, request.status)))
    for (const failure of ['error', 'timeout', 'abort']) {
      request.addEventListener(failure, () => reject(unreachable))
    }
    signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
  return bodyOf(await throwUnlessOk(response, token))
}
