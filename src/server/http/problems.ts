import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, type ProblemCode, problemKinds } from '#contract/problem.ts'
import { Refusal, type RefusalCode, type RefusalExtras } from '#domain/refusal.ts'
import { isOutage, isSerializationFailure } from '../db/engine/faults.ts'
import { errorPage, errorPagePolicy } from './error-page.ts'
import { requestLog } from './log.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** As last read, so that an error page can say it while the database is down. */
    shopName?: string
  }
}

/** Refusals of the HTTP layer itself, in the shop's words. */
const httpRefusals: Record<number, Explained & { code: RefusalCode }> = {
  400: { code: 'bad_input', detail: 'The request could not be understood.' },
  404: { code: 'not_found', detail: 'There is nothing here.' },
  408: { code: 'bad_input', detail: 'The request took too long to arrive.' },
  413: { code: 'too_large', detail: 'The request is larger than the shop accepts.' },
  // An id that is longer than any id of the shop.
  414: { code: 'not_found', detail: 'There is nothing here.' },
  415: { code: 'unsupported_media_type', detail: 'Send JSON (content type application/json).' },
  503: {
    code: 'overloaded',
    detail: 'The shop is very busy. Please try again in a moment.',
    extras: { retryAfter: 2 },
  },
}

interface Explained {
  code: ProblemCode
  detail: string
  extras?: RefusalExtras
}

/** The only place that turns errors into messages for visitors. Internal errors are logged. */
function explain(error: unknown, request: FastifyRequest): Explained {
  if (error instanceof Refusal) {
    if (error.code === 'provider_failed' || error.cause)
      requestLog(request).warn({ err: error }, 'a service that the shop uses did not answer')
    return { code: error.code, detail: error.message, extras: error.extras }
  }
  // A transaction that was retried in vain, as on a standby that is catching up, may soon succeed.
  if (isOutage(error) || isSerializationFailure(error)) {
    requestLog(request).error({ err: error }, 'the database cannot be reached')
    const detail = 'The shop cannot reach its data right now. Please try again in a moment.'
    return { code: 'unavailable', detail, extras: { retryAfter: 2 } }
  }
  const refusal = httpRefusals[(error as FastifyError).statusCode ?? 500]
  if (refusal) return refusal
  requestLog(request).error({ err: error }, 'internal error')
  return {
    code: 'internal',
    detail: `Something went wrong on our side. Please try again. If it happens again, tell us this number: ${request.id}.`,
  }
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, detail, extras } = explain(error, request)
  return sendProblem(reply, code, detail, extras)
}

/** The options of a route whose body is a file: a larger limit, and refusals about files. */
export const fileBody = (bodyLimit: number, tooLarge: () => Refusal, wrongType: () => Refusal) => ({
  bodyLimit,
  errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (error.statusCode === 413) return sendError(tooLarge(), request, reply)
    return sendError(error.statusCode === 415 ? wrongType() : error, request, reply)
  },
})

export type ShowPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** The same message as a page, for pages that cannot be rendered. */
export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, detail, extras } = explain(error, request)
  const { status, title } = problemKinds[code]
  reply.refusal = code
  if (extras?.retryAfter !== undefined) reply.header('retry-after', String(extras.retryAfter))
  reply.header('content-security-policy', errorPagePolicy)
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(errorPage(request.server.shopName ?? '', title, detail))
}

export function sendProblem(
  reply: FastifyReply,
  code: ProblemCode,
  detail: string,
  extras: RefusalExtras = {},
): FastifyReply {
  const body = bodyOf({ code, detail, extras }, reply.request)
  const { status } = body
  reply.refusal = code
  if (extras.retryAfter !== undefined) reply.header('retry-after', String(extras.retryAfter))
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  // As bytes: Fastify would add a charset to a string, which this type does not have.
  return reply
    .code(status)
    .header('content-type', 'application/problem+json')
    .send(Buffer.from(JSON.stringify(body)))
}

/** An error as a problem, for a response that has already begun. */
export const problemOf = (error: unknown, request: FastifyRequest): Problem =>
  bodyOf(explain(error, request), request)

function bodyOf({ code, detail, extras = {} }: Explained, { id }: FastifyRequest): Problem {
  const { status, title } = problemKinds[code]
  return {
    type: `urn:tuckshop:problem:${code}`,
    title,
    status,
    detail,
    code,
    ...extras.facts,
    ...(status === 500 && { requestId: id }),
    ...(extras.fields && { fields: { ...extras.fields } }),
  }
}
