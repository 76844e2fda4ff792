import {
  type AnswerOf,
  type FileType,
  type ProgressLine,
  progressType,
  type QueryOf,
} from '#contract/endpoint.ts'
import type { Calls } from '#contract/index.ts'
import { addressOf } from './call.ts'
import { post } from './upload.ts'

/** The calls that take a file as their body. */
type FileUploadCall = {
  [Name in keyof Calls]: Calls[Name] extends { takes: FileType } ? Name : never
}[keyof Calls]

interface FileInput<Name extends FileUploadCall> {
  file: Blob
  query?: Partial<QueryOf<Calls[Name]>>
  idempotencyKey?: string
}

/** The shares of a file that have been sent and processed, each between 0 and 1. */
export interface FileProgress {
  sent: number
  done: number
}

/** Sends a file and reports the progress that the shop streams back. */
export async function sendCsv<Name extends FileUploadCall>(
  name: Name,
  { file, query, idempotencyKey }: FileInput<Name>,
  onProgress: (progress: FileProgress) => void,
): Promise<AnswerOf<Calls[Name]>> {
  const address = addressOf(name.slice(name.indexOf(' ') + 1), { query })
  const answer = await post(address, file, {
    headers: {
      accept: `${progressType}, application/json`,
      'content-type': 'text/csv',
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    onSent: sent => onProgress({ sent, done: 0 }),
    onText: text => {
      const line = lastLine(text)
      if (line && 'share' in line) onProgress({ sent: 1, done: line.share })
    },
    read: responseOf,
  })
  return answer as AnswerOf<Calls[Name]>
}

/** The last complete line; undefined if the response has no lines, such as a proxy's page. */
function lastLine(text: string): ProgressLine | undefined {
  const end = text.lastIndexOf('\n')
  try {
    return JSON.parse(text.slice(text.lastIndexOf('\n', end - 1) + 1, end))
  } catch {
    return undefined
  }
}

/** The last line of a streamed response is its result. A response that breaks off has no result. */
function responseOf(text: string, status: number): Response {
  const line = lastLine(text)
  if (line === undefined) return new Response(text, { status })
  if ('problem' in line) return new Response(JSON.stringify(line.problem), { status: line.problem.status })
  return new Response('answer' in line ? JSON.stringify(line.answer) : '', { status })
}
