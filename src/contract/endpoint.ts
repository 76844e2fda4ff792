import type * as z from 'zod/mini'
import type { Who } from '#domain/access.ts'
import type { FreshProof } from '#domain/fresh-proof.ts'
import type { Problem } from './problem.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Shape = z.ZodMiniType

/** What travels as a file, and not as JSON. */
export type FileType = 'text/csv' | 'application/pdf' | 'application/json'

/** Of a file that a call takes as its body. */
export const maxFileBytes = 16 * 1024 * 1024

export const fileTooLarge = `This file is too large: it may have at most ${maxFileBytes / 2 ** 20} MB.`

/**
 * Who a call is about: the fields of its path, query and body that hold that person's e-mail. `nobody` says that an e-mail
 * or a user's id in it does not name whom it is for.
 */
export type Subject = { params?: string; query?: string; body?: string } | 'nobody'

/** One call, as data: the server validates with it, the web calls through it, the OpenAPI page is made from it. */
export interface Endpoint {
  method: Method
  /** Below /api, with parameters in braces: '/items/{id}'. */
  path: string
  who: Who
  subject?: Subject
  /** Of whom it wants a proof of the last minutes that it is really them. */
  freshProof?: FreshProof
  summary: string
  params?: Shape
  query?: Shape
  body?: Shape
  answer?: Shape
  /** The body is multipart/form-data with one file in this field. */
  upload?: string
  /** The body is a file of this type as it is. */
  takes?: 'text/csv'
  /** The answer is a file of this type: its bytes, all at once or as a stream. */
  answers?: FileType
  /** It takes a while: whoever accepts `progressType` gets its progress, a line of JSON at a time. */
  reportsProgress?: true
  /** The status of a success; 200 unless told. */
  status?: 201 | 202 | 204
  /** The call takes an Idempotency-Key: repeating it with the same key does nothing twice. */
  idempotent?: true
}

export const progressType = 'application/x-ndjson'

/** How much of a call is done, between 0 and 1, and in the last line its answer or problem. */
export type ProgressLine = { share: number } | { answer: unknown } | { problem: Problem }

type Out<S> = S extends Shape ? z.output<S> : undefined

export type ParamsOf<E extends Endpoint> = Out<E['params']>
export type QueryOf<E extends Endpoint> = Out<E['query']>
export type BodyOf<E extends Endpoint> = Out<E['body']>
export type AnswerOf<E extends Endpoint> = Out<E['answer']>

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

/** The parameters of a path are those of its shape: a slip in either does not compile. */
type Tied<E extends Endpoint> = [ParamNames<E['path']>, keyof ParamsOf<E>] extends [
  keyof ParamsOf<E>,
  ParamNames<E['path']>,
]
  ? unknown
  : { path: 'does not have the parameters of its shape' }

type Fields<S> = S extends object ? Extract<keyof S, string> : never

/** A subject is a field of its shape, and a call that is for oneself names one: a slip in either does not compile. */
type About<E extends Endpoint> = E['who'] extends 'self' | 'self_or_admin'
  ? { subject: object & SubjectOf<E> }
  : { subject?: SubjectOf<E> }

type SubjectOf<E extends Endpoint> =
  | { params?: Fields<ParamsOf<E>>; query?: Fields<QueryOf<E>>; body?: Fields<BodyOf<E>> }
  | 'nobody'

/** Marked for the build: a page that uses the shape of a form gets neither the calls beside it nor their shapes. */
export const endpoint = /* @__NO_SIDE_EFFECTS__ */ <const E extends Endpoint>(
  spec: E & Tied<E> & About<E>,
): E => spec

export const apiRoot = '/api'

/** The address of a call with its parameters filled in. */
export function pathOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  return apiRoot + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
