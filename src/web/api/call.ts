import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  pathOf,
  type QueryOf,
} from '#contract/endpoint.ts'
import { isProblem, ProblemError, unreachable, unreadable } from './problem-error.ts'
import { forgetToken, readToken } from './session.ts'

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [N in Name]?: never }
  : { [N in Name]: Value }

export type CallInput<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'body', BodyOf<E>> & {
    query?: Partial<QueryOf<E>>
    idempotencyKey?: string
    signal?: AbortSignal
  }

/** What every call may bring, whatever its endpoint. */
interface AnyInput {
  params?: unknown
  query?: unknown
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
}

export interface Rows<Row> {
  rows: Row[]
  /** Where the next page starts, or undefined on the last one. */
  next: string | undefined
}

/** Makes a call of the contract and gives its answer, or throws a ProblemError. */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<AnswerOf<E>> {
  const response = await send(endpoint, input)
  return (response.status === 204 ? undefined : await bodyOf(response)) as AnswerOf<E>
}

/** Like `call`, for lists: the rows and where the next ones start. */
export async function callList<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<AnswerOf<E> extends (infer Row)[] ? Rows<Row> : never> {
  const response = await send(endpoint, input)
  const list: Rows<unknown> = { rows: (await bodyOf(response)) as unknown[], next: nextOf(response) }
  return list as AnswerOf<E> extends (infer Row)[] ? Rows<Row> : never
}

async function send(endpoint: Endpoint, input: AnyInput): Promise<Response> {
  const token = readToken()
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  // The spec has it on changes without a body too.
  if (endpoint.method !== 'GET') headers.set('content-type', 'application/json')
  if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey)
  const response = await fetch(addressOf(endpoint, input), {
    method: endpoint.method,
    headers,
    body: input.body === undefined ? null : JSON.stringify(input.body),
    signal: input.signal ?? null,
  }).catch((error: unknown) => {
    throw input.signal?.aborted ? error : unreachable
  })
  return accepted(response, token)
}

/** The response when it is a success; otherwise the refusal is thrown, and a dead token forgotten. */
export async function accepted(response: Response, token: string | null): Promise<Response> {
  if (response.ok) return response
  const refusal = await problemOf(response)
  if (token && refusal.problem.code === 'signed_out') forgetToken(token)
  throw refusal
}

function addressOf(endpoint: Endpoint, { params, query }: AnyInput): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value))
  }
  const path = pathOf(endpoint.path, params as Record<string, string> | undefined)
  return search.size > 0 ? `${path}?${search}` : path
}

export async function bodyOf(response: Response): Promise<unknown> {
  return response.json().catch(() => {
    throw unreadable(502)
  })
}

/** A proxy on the way may answer in its own words, so even an error is checked before it is believed. */
async function problemOf(response: Response): Promise<ProblemError> {
  const told: unknown = await response.json().catch(() => undefined)
  return isProblem(told) ? new ProblemError(told) : unreadable(response.status)
}

function nextOf(response: Response): string | undefined {
  const link = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  if (!link) return undefined
  return new URL(link, window.location.origin).searchParams.get('after') ?? undefined
}
