import type * as z from 'zod/mini'
import type { Who } from '#domain/access.ts'
import type { FreshProof } from '#domain/fresh-proof.ts'
import type { Problem } from './problem.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Shape = z.ZodMiniType

/** The types of bodies and responses that are files, not JSON. */
export type FileType = 'text/csv' | 'application/pdf' | 'application/json'

/** The types of files that are stored while they arrive. */
export type StoredType = 'video/mp4' | 'video/webm' | 'text/vtt'

/** The maximum size of a file that is the body of a call. */
export const maxFileBytes = 16 * 1024 * 1024

export const fileTooLarge = `This file is too large. It can be at most ${maxFileBytes / 2 ** 20} MB.`

/**
 * The user that a call is about: the fields of its path, query and body that hold that user's email. `nobody` means that
 * an email or a user id in the call does not identify its subject.
 */
export type Subject = { params?: string; query?: string; body?: string } | 'nobody'

/** One call as data: the server validates with it, the web calls through it, and the OpenAPI page is generated from it. */
export interface Endpoint {
  method: Method
  /** Below /api, with parameters in braces: '/items/{id}'. */
  path: string
  who: Who
  subject?: Subject
  /** Which callers need a fresh proof of identity. */
  freshProof?: FreshProof
  summary: string
  params?: Shape
  query?: Shape
  body?: Shape
  answer?: Shape
  /** The body is multipart/form-data with one file in this field. */
  upload?: string
  /** The body is a file of this type. */
  takes?: 'text/csv'
  /** A form in the body is accepted and not read: mail programs send one to unsubscribe (RFC 8058). */
  ignoresForm?: true
  /** The body is a file of one of these types, which is stored while it arrives. */
  stores?: readonly StoredType[]
  /** The response is a file of this type, as bytes or as a stream. */
  answers?: FileType
  /** A slow call: a client that accepts `progressType` gets its progress as lines of JSON. */
  reportsProgress?: true
  /** The success status; 200 by default. */
  status?: 201 | 202 | 204
  /** Accepts an Idempotency-Key: a repeat with the same key has no second effect. */
  idempotent?: true
}

export const progressType = 'application/x-ndjson'

/** The completed share of a call, from 0 to 1; the last line has its response or problem. */
export type ProgressLine = { share: number } | { answer: unknown } | { problem: Problem }

type Out<S> = S extends Shape ? z.output<S> : undefined

export type ParamsOf<E extends Endpoint> = Out<E['params']>
export type QueryOf<E extends Endpoint> = Out<E['query']>
export type BodyOf<E extends Endpoint> = Out<E['body']>
export type AnswerOf<E extends Endpoint> = Out<E['answer']>

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

/** Checks at compile time that the parameters of a path match their shape. */
type MatchingParams<E extends Endpoint> = [ParamNames<E['path']>, keyof ParamsOf<E>] extends [
  keyof ParamsOf<E>,
  ParamNames<E['path']>,
]
  ? unknown
  : { path: 'does not have the parameters of its shape' }

type Fields<S> = S extends object ? Extract<keyof S, string> : never

/** Checks at compile time that a subject is an existing field, and that a `self` call has one. */
type ValidSubject<E extends Endpoint> = E['who'] extends 'self' | 'self_or_admin'
  ? { subject: object & SubjectOf<E> }
  : { subject?: SubjectOf<E> }

type SubjectOf<E extends Endpoint> =
  | { params?: Fields<ParamsOf<E>>; query?: Fields<QueryOf<E>>; body?: Fields<BodyOf<E>> }
  | 'nobody'

/** Marked as pure, so that a page that imports one form's shape does not bundle the other calls of its file. */
export const endpoint = /* @__NO_SIDE_EFFECTS__ */ <const E extends Endpoint>(
  spec: E & MatchingParams<E> & ValidSubject<E>,
): E => spec

export const apiRoot = '/api'

/** The URL path of a call, with its parameters filled in. */
export function pathOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  return apiRoot + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
