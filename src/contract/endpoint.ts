import type * as z from 'zod/mini'
import type { Who } from '#domain/access.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Shape = z.ZodMiniType

/** One call, as data: the server validates with it, the web calls through it, the OpenAPI page is made from it. */
export interface Endpoint {
  method: Method
  /** Below /api, with parameters in braces: '/items/{id}'. */
  path: string
  who: Who
  summary: string
  params?: Shape
  query?: Shape
  body?: Shape
  answer?: Shape
  /** The body is multipart/form-data with one file in this field. */
  upload?: string
  /** The status of a success; 200 unless told. */
  status?: 201 | 204
  /** The call takes an Idempotency-Key: repeating it with the same key does nothing twice. */
  idempotent?: true
}

type Out<S> = S extends Shape ? z.output<S> : undefined

export type ParamsOf<E extends Endpoint> = Out<E['params']>
export type QueryOf<E extends Endpoint> = Out<E['query']>
export type BodyOf<E extends Endpoint> = Out<E['body']>
export type AnswerOf<E extends Endpoint> = Out<E['answer']>

export const endpoint = <const E extends Endpoint>(spec: E): E => spec

export const apiRoot = '/api'

/** The address of a call with its parameters filled in. */
export function pathOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  return apiRoot + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
