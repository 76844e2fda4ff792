import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

type PlainError = {
  type: string
  message: string
  code?: string
  stack: string
  /** The messages of the errors in an AggregateError. */
  errors?: string[]
}

const messagesOf = (error: Error): string =>
  error.cause instanceof Error ? `${error.message}: ${messagesOf(error.cause)}` : error.message

/**
 * The parts of an error that are logged. Others are left out: libraries attach whole responses with tokens and client
 * secrets, and the database adds the values of the row.
 */
export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' }
  const code = 'code' in error ? { code: String(error.code) } : {}
  const errors = error instanceof AggregateError ? { errors: error.errors.map(messageOf) } : {}
  const stack = (error.stack ?? '').slice((error.stack ?? '').indexOf('\n    at '))
  return { type: error.name, message: messagesOf(error), ...code, ...errors, stack }
}

const messageOf = (error: unknown): string => (error instanceof Error ? messagesOf(error) : typeof error)

const levels = { info: 30, warn: 40 }

/** A log line from outside any request, before there is a logger. */
export const logLine = (level: keyof typeof levels, msg: string, facts: object = {}): string =>
  JSON.stringify({ level: levels[level], time: Date.now(), pid: process.pid, ...facts, msg })

export const warningLine = (msg: string, error?: unknown): string =>
  logLine('warn', msg, error === undefined ? {} : { err: plainError(error) })

const printLine = (line: string): void => void process.stdout.write(`${line}\n`)

/** Logs warnings from outside any request, such as a lost connection to the database. */
export const warningLog =
  (level: Deps['config']['logLevel'], sentence: string, print = printLine) =>
  (error: unknown): void => {
    if (!['error', 'fatal', 'silent'].includes(level)) print(warningLine(sentence, error))
  }

/** Lines of JSON on standard output. */
export const logging = (level: Deps['config']['logLevel']) => ({
  level,
  serializers: {
    err: plainError,
    // Requests are logged only by request-metrics.ts.
    req: () => ({}),
    res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
  },
})

/** A logger whose lines have the id of the request. Created on demand, because most requests log nothing. */
export const requestLog = ({ log, id }: FastifyRequest): FastifyBaseLogger => log.child({ reqId: id })
