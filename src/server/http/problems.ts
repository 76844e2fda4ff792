import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, type ProblemCode, problemKinds } from '#contract/problem.ts'
import { Refusal, type RefusalCode, type RefusalExtras } from '#domain/refusal.ts'
import { isOutage } from '../db/faults.ts'

/** What the HTTP layer itself refuses, in the shop's words. */
const httpRefusals: Record<number, { code: RefusalCode; detail: string }> = {
  400: { code: 'bad_input', detail: 'The request could not be understood.' },
  404: { code: 'not_found', detail: 'There is nothing here.' },
  408: { code: 'bad_input', detail: 'The request took too long to arrive.' },
  413: { code: 'too_large', detail: 'The request is larger than the shop accepts.' },
  414: { code: 'too_large', detail: 'The address is longer than the shop accepts.' },
  415: { code: 'unsupported_media_type', detail: 'Please send JSON (content type application/json).' },
  503: { code: 'overloaded', detail: 'The shop is very busy. Please try again in a moment.' },
}

/** The one place where an error becomes an answer. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) return sendProblem(reply, error.code, error.message, error.extras)
  if (isOutage(error)) {
    request.log.error({ err: error }, 'the database cannot be reached')
    const detail =
      'The shop cannot reach its data right now. Nothing was changed; please try again in a moment.'
    return sendProblem(reply, 'unavailable', detail, { retryAfter: 2 })
  }
  const refusal = httpRefusals[(error as FastifyError).statusCode ?? 500]
  if (refusal)
    return sendProblem(
      reply,
      refusal.code,
      refusal.detail,
      refusal.code === 'overloaded' ? { retryAfter: 2 } : {},
    )
  request.log.error({ err: error }, 'a fault of ours')
  return sendProblem(
    reply,
    'internal',
    'Something went wrong on our side. Please try again; nothing was charged.',
  )
}

export function sendProblem(
  reply: FastifyReply,
  code: ProblemCode,
  detail: string,
  extras: RefusalExtras = {},
): FastifyReply {
  const { status, title } = problemKinds[code]
  const body: Problem = { type: `urn:tuckshop:problem:${code}`, title, status, detail, code, ...extras.facts }
  if (extras.fields) body.fields = { ...extras.fields }
  if (extras.retryAfter !== undefined) reply.header('retry-after', String(extras.retryAfter))
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  // As bytes: to a string Fastify would add a charset, which this type does not have.
  return reply
    .code(status)
    .header('content-type', 'application/problem+json')
    .send(Buffer.from(JSON.stringify(body)))
}
