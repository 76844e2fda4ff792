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
 * What the log tells of an error, and nothing else of it: libraries hang whole answers on theirs, with tokens and
 * client secrets inside, and the database hangs on the values of the row.
 */
export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' }
  const code = 'code' in error ? { code: String(error.code) } : {}
  const errors = error instanceof AggregateError ? { errors: error.errors.map(tell) } : {}
  const stack = (error.stack ?? '').slice((error.stack ?? '').indexOf('\n    at '))
  return { type: error.name, message: messagesOf(error), ...code, ...errors, stack }
}

const tell = (error: unknown): string => (error instanceof Error ? messagesOf(error) : typeof error)

const levels = { info: 30, warn: 40 }

/** A line of what happens outside any request, where there is no logger yet. */
export const logLine = (level: keyof typeof levels, msg: string, facts: object = {}): string =>
  JSON.stringify({ level: levels[level], time: Date.now(), pid: process.pid, ...facts, msg })

export const warningLine = (msg: string, error?: unknown): string =>
  logLine('warn', msg, error === undefined ? {} : { err: plainError(error) })

const printLine = (line: string): void => void process.stdout.write(`${line}\n`)

/** Logs connections to the database that are lost, also when no request was using them. */
export const lostConnectionLog =
  (level: Deps['config']['logLevel'], print = printLine) =>
  (error: Error): void => {
    if (!['error', 'fatal', 'silent'].includes(level))
      print(warningLine('a connection to the database was lost', error))
  }

/** Logs that nobody takes the traces. */
export const untoldLog =
  (level: Deps['config']['logLevel'], print = printLine) =>
  (error: unknown): void => {
    if (!['error', 'fatal', 'silent'].includes(level)) print(warningLine('traces could not be told', error))
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
