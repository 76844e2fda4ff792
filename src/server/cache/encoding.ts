import type { IncomingMessage } from 'node:http'

export type Encoding = 'br' | 'gzip'

/** The best one first; named, and not with a weight of nothing. */
const patterns = (['br', 'gzip'] as const).map(encoding => ({
  encoding,
  wanted: new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`),
}))

/** The best way of compressing that the visitor's browser understands. */
export function acceptedEncoding({ headers }: Pick<IncomingMessage, 'headers'>): Encoding | undefined {
  const accepted = headers['accept-encoding']
  if (typeof accepted !== 'string') return undefined
  return patterns.find(({ wanted }) => wanted.test(accepted))?.encoding
}
