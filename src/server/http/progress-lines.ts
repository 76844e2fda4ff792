import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { linesType, type ToldLine } from '#contract/endpoint.ts'
import { problemOf } from './problems.ts'

export const wantsLines = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes(linesType) ?? false

/**
 * Answers with lines of JSON: how far the work is, as often as it says so, and at last its answer or why there is none.
 * The status is sent before the work begins, so that a refusal is in the last line alone. Whoever goes away is not told
 * any more, and the work goes on.
 */
export function sendLines(
  reply: FastifyReply,
  work: (tell: (share: number) => void) => Promise<unknown>,
): FastifyReply {
  const lines = new PassThrough()
  const write = (line: ToldLine) => {
    if (!lines.destroyed) lines.write(`${JSON.stringify(line)}\n`)
  }
  void work(share => write({ share }))
    .then(
      answer => write({ answer }),
      (error: unknown) => write({ problem: problemOf(error, reply.request) }),
    )
    .finally(() => lines.end())
  return reply.type(linesType).send(lines)
}
