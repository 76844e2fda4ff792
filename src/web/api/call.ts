import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  pathOf,
  type QueryOf,
} from '#contract/endpoint.ts'
import type { Calls } from '#contract/index.ts'
import { syncClock } from './clock.ts'
import { noteKept } from './kept-answers.ts'
import { hasCode, isProblem, offline, ProblemError, unreachable, unreadable } from './problem-error.ts'
import { forgetToken, readToken } from './token.ts'

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [N in Name]?: never }
  : { [N in Name]: Value }

export type CallInput<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'body', BodyOf<E>> & {
    query?: Partial<QueryOf<E>>
    idempotencyKey?: string
    signal?: AbortSignal
    token?: string
  }

/** The input of any call, without the types of its endpoint. */
interface AnyInput {
  params?: unknown
  query?: unknown
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
  /** Overrides the stored token. */
  token?: string
}

export interface Rows<Row> {
  rows: Row[]
  /** Where the next page starts, or undefined on the last one. */
  next: string | undefined
}

/**
 * Makes a call of the contract, such as 'GET /items', and returns its response body or throws a ProblemError. This
 * file imports only types from the contract, because only pages with forms load the schemas.
 */
export async function call<Name extends keyof Calls>(
  name: Name,
  input: CallInput<Calls[Name]>,
): Promise<AnswerOf<Calls[Name]>> {
  const response = await send(name, input)
  const answer = [202, 204].includes(response.status) ? undefined : await bodyOf(response)
  return noteKept(answer, response) as AnswerOf<Calls[Name]>
}

/** Like `call`, for lists. */
export async function callList<Name extends keyof Calls>(
  name: Name,
  input: CallInput<Calls[Name]>,
): Promise<RowsOf<Calls[Name]>> {
  const response = await send(name, input)
  const list: Rows<unknown> = { rows: (await bodyOf(response)) as unknown[], next: nextOf(response) }
  return noteKept(list, response) as RowsOf<Calls[Name]>
}

type RowsOf<E extends Endpoint> = AnswerOf<E> extends (infer Row)[] ? Rows<Row> : never

/**
 * Returns a successful response. If the shop wants the user to prove again who they are, asks them to do so and
 * repeats the call.
 */
export async function send(name: string, input: AnyInput): Promise<Response> {
  try {
    return await sendOnce(name, input)
  } catch (error) {
    if (!hasCode(error, 'fresh_proof_needed')) throw error
    // Loaded on demand, because few calls need a proof.
    const { requestProof } = await import('./fresh-proof.ts')
    if (!(await requestProof(error))) throw error
    return sendOnce(name, input)
  }
}

async function sendOnce(name: string, input: AnyInput): Promise<Response> {
  const [method = '', path = ''] = name.split(' ')
  if (method !== 'GET') refuseOffline()
  const token = input.token ?? readToken()
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  // As in the spec, changes without a body have this header too.
  if (method !== 'GET') headers.set('content-type', 'application/json')
  if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey)
  const response = await fetch(addressOf(path, input), {
    method,
    headers,
    body: input.body === undefined ? null : JSON.stringify(input.body),
    signal: input.signal ?? null,
    // A proxy may already serve a slightly old response (stale-while-revalidate); the browser must not add to its age.
    cache: 'no-cache',
  }).catch((error: unknown) => {
    throw input.signal?.aborted ? error : unreachable
  })
  syncClock(response)
  return throwUnlessOk(response, token)
}

/** Changes are refused at once without a connection, and nothing is sent later. */
export function refuseOffline(): void {
  if (!navigator.onLine) throw offline
}

/** Returns a successful response. Otherwise throws the refusal, and forgets the token if its session has ended. */
export async function throwUnlessOk(response: Response, token: string | null): Promise<Response> {
  if (response.ok) return response
  const refusal = await problemOf(response)
  if (token && hasCode(refusal, 'signed_out')) forgetToken(token)
  throw refusal
}

export function addressOf(path: string, { params, query }: AnyInput): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value))
  }
  const address = pathOf(path, params as Record<string, string> | undefined)
  return search.size > 0 ? `${address}?${search}` : address
}

export async function bodyOf(response: Response): Promise<unknown> {
  return response.json().catch(() => {
    throw unreadable(502)
  })
}

/** A proxy may answer with a page of its own, so an error is validated too. */
async function problemOf(response: Response): Promise<ProblemError> {
  const body: unknown = await response.json().catch(() => undefined)
  return isProblem(body) ? new ProblemError(body) : unreadable(response.status)
}

function nextOf(response: Response): string | undefined {
  const link = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  if (!link) return undefined
  return new URL(link, window.location.origin).searchParams.get('after') ?? undefined
}
