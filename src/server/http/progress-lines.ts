import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ProgressLine, progressType } from '#contract/endpoint.ts'
import { problemOf } from './problems.ts'

export const wantsProgress = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes(progressType) ?? false

/**
 * Responds with lines of JSON: the progress of the work, and in the last line its result or problem. The status is sent
 * before the work begins, so it is always 200. The work continues if the client hangs up.
 */
export function sendProgress(
  reply: FastifyReply,
  work: (reportProgress: (share: number) => void) => Promise<unknown>,
): FastifyReply {
  const lines = new PassThrough()
  const write = (line: ProgressLine) => {
    if (!lines.destroyed) lines.write(`${JSON.stringify(line)}\n`)
  }
  void work(share => write({ share }))
    .then(
      answer => write({ answer }),
      (error: unknown) => write({ problem: problemOf(error, reply.request) }),
    )
    .finally(() => lines.end())
  return reply.type(progressType).send(lines)
}
