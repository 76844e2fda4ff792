import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

type PlainError = {
  type: string
  message: string
  code?: string
  stack: string
  /** Of an error that gathers others: their messages. */
  errors?: string[]
}

const messagesOf = (error: Error): string =>
  error.cause instanceof Error ? `${error.message}: ${messagesOf(error.cause)}` : error.message

/**
 * The parts of an error that are logged, and no others: libraries add whole answers to theirs, with tokens and client
 * secrets inside, and the database adds the values of the row.
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

/** A line of what happens outside any request, where there is no logger yet. */
export const logLine = (level: keyof typeof levels, msg: string, facts: object = {}): string =>
  JSON.stringify({ level: levels[level], time: Date.now(), pid: process.pid, ...facts, msg })

export const warningLine = (msg: string, error?: unknown): string =>
  logLine('warn', msg, error === undefined ? {} : { err: plainError(error) })

const printLine = (line: string): void => void process.stdout.write(`${line}\n`)

/** Logs what goes wrong outside of any request, such as a connection to the database that is lost. */
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
    // Nothing of a request is logged but what request-metrics.ts names.
    req: () => ({}),
    res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
  },
})

/** For lines about one request: they name it. Made where a line is written, because most requests write none. */
export const requestLog = ({ log, id }: FastifyRequest): FastifyBaseLogger => log.child({ reqId: id })
