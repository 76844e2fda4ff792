import type { IncomingMessage } from 'node:http'

export type Encoding = 'br' | 'gzip'

/** The best encoding first. Matches a listed encoding, unless its weight is 0. */
const patterns = (['br', 'gzip'] as const).map(encoding => ({
  encoding,
  wanted: new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`),
}))

/** The best compression that the visitor's browser accepts. */
export function acceptedEncoding({ headers }: Pick<IncomingMessage, 'headers'>): Encoding | undefined {
  const accepted = headers['accept-encoding']
  if (typeof accepted !== 'string') return undefined
  return patterns.find(({ wanted }) => wanted.test(accepted))?.encoding
}
