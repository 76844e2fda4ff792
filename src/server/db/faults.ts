/** The engines' own words for what went wrong, read in one place. */
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

const socketFaults = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

/** PostgreSQL's classes: connection exception, insufficient resources, operator intervention. */
const postgresOutages = /^(08|53|57)/

/** Another process holds the SQLite file. */
export const isTaken = (error: unknown): boolean => codeOf(error) === 5

/** The SQLite file is not one, or not whole. */
export const isDamaged = (error: unknown): boolean => {
  const code = codeOf(error)
  return typeof code === 'number' && [11, 26].includes(code & 0xff)
}

export const isUniqueViolation = (error: unknown): boolean => uniqueViolations.has(codeOf(error))

/** PostgreSQL: another process has changed a table that a statement of ours was planned for. */
export const isOutdatedPlan = (error: unknown): boolean =>
  codeOf(error) === outdatedPlan && error instanceof Error && error.message.startsWith('cached plan')

/** The engine undid the transaction because of its neighbours: running it again is right. */
export const isSerializationFailure = (error: unknown): boolean =>
  serializationFailures.has(codeOf(error)) || isOutdatedPlan(error)

/** The database cannot answer now but may later: a restart, a full disk, a lost connection. */
export function isOutage(error: unknown): boolean {
  const code = codeOf(error)
  if (typeof code === 'number') return sqliteOutages.has(code & 0xff)
  if (typeof code === 'string') return socketFaults.has(code) || postgresOutages.test(code)
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  )
}
