import { replaceEqualDeep } from '@tanstack/react-query'
import { keptAnswers, sharing } from '../../api/kept-answers.ts'

/** Lists are loaded in pages, and some queries make several calls: the oldest answer counts. */
function partsOf(data: unknown): unknown[] {
  const parts = typeof data === 'object' && data !== null && 'pages' in data ? data.pages : data
  return [data, ...(Array.isArray(parts) ? parts : [])]
}

/** When the shop gave the data of a query, in milliseconds; undefined if the service worker had no part in it. */
export function keptSince(data: unknown): number | undefined {
  const known = keptAnswers.get(Object(data))
  if (known !== undefined) return known || undefined
  const found = partsOf(data).flatMap(part => keptAnswers.get(Object(part)) || [])
  return found.length > 0 ? Math.min(...found) : undefined
}

/**
 * Where nothing has changed, a query keeps the objects of its last data, whoever gave them: they have to be as old as the
 * new ones.
 */
function shareData(last: unknown, data: unknown): unknown {
  const since = keptSince(data)
  const shared: unknown = replaceEqualDeep(last, data)
  if (shared !== data) keptAnswers.set(Object(shared), since ?? 0)
  return shared
}

sharing.share = shareData
