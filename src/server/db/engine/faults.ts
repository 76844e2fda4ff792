/** SQLite's codes are numbers, PostgreSQL's are texts. */
function codeOf(error: unknown): string | number | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode
  if ('code' in error && typeof error.code === 'string') return error.code
  return undefined
}

const uniqueViolations = new Set<string | number | undefined>(['23505', 2067, 1555])

const outdatedPlan = '0A000'

const serializationFailures = new Set<string | number | undefined>(['40001', '40P01'])

/** SQLite's primary result codes (the low byte): busy, locked, read-only, i/o error, full, cannot open. */
const sqliteOutages = new Set([5, 6, 8, 10, 13, 14])

/** A standby: after a fail-over it no longer accepts writes. */
const readOnlyServer = '25006'

/** Connection exception, insufficient resources, operator intervention, system error, and transactions that timed out. */
const postgresOutages = /^((08|53|57|58)\w{3}|25P03|25P04)$/

/** PostgreSQL is unreachable, hung up or silent. A separate class, because a visitor who hangs up causes the same codes. */
export class LostConnection extends Error {
  readonly code: string | undefined

  constructor(error: Error) {
    // A host with several addresses fails with several errors, and has no message of its own.
    super(error instanceof AggregateError ? error.errors.map(messageOf).join('; ') : error.message)
    this.name = 'LostConnection'
    this.code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Another process holds the SQLite file. */
export const isTaken = (error: unknown): boolean => codeOf(error) === 5

/** The SQLite file is damaged, or is not a database. */
export const isDamaged = (error: unknown): boolean => {
  const code = codeOf(error)
  return typeof code === 'number' && [11, 26].includes(code & 0xff)
}

export const isUniqueViolation = (error: unknown): boolean => uniqueViolations.has(codeOf(error))

/** PostgreSQL: another process has changed a table that a prepared statement uses. */
export const isOutdatedPlan = (error: unknown): boolean =>
  codeOf(error) === outdatedPlan && error instanceof Error && error.message.startsWith('cached plan')

/** The engine rolled back because of concurrent transactions: the transaction runs again. */
export const isSerializationFailure = (error: unknown): boolean =>
  serializationFailures.has(codeOf(error)) || isOutdatedPlan(error)

export const isReadOnly = (error: unknown): boolean => codeOf(error) === readOnlyServer

/** The database cannot answer now, but may later: a restart, a full disk, a lost connection. */
export function isOutage(error: unknown): boolean {
  if (error instanceof LostConnection || isReadOnly(error)) return true
  const code = codeOf(error)
  if (typeof code === 'number') return sqliteOutages.has(code & 0xff)
  return typeof code === 'string' && (postgresOutages.test(code) || endsConnection(error))
}

/** PostgreSQL has closed the connection: on a full disk it cannot even open one (XX000). */
const endsConnection = (error: unknown): boolean =>
  error instanceof Error &&
  'severity' in error &&
  (error.severity === 'FATAL' || error.severity === 'PANIC') &&
  postgresRefusal(error) === undefined

/** Refusals of PostgreSQL that a person must resolve. */
const postgresRefusals: Readonly<Record<string, 'password' | 'database' | 'rights'>> = {
  '28P01': 'password',
  '28000': 'password',
  '3D000': 'database',
  '42501': 'rights',
}

export function postgresRefusal(error: unknown): 'password' | 'database' | 'rights' | undefined {
  // The client's own error if the address has no password.
  if (error instanceof Error && error.message.startsWith('SASL:')) return 'password'
  return postgresRefusals[String(codeOf(error))]
}
