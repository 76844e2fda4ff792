import { apiRoot } from '#contract/endpoint.ts'
import type { Page } from '#contract/shapes.ts'

/** One row more than asked for tells whether more follows. */
export const withOneMore = ({ limit, after }: Page): Page => ({ limit: limit + 1, after })

export interface PageOf<T> {
  rows: T[]
  /** The Link header, when more follows. */
  headers: Record<string, string>
}

export function pageOf<T extends { _id: string }>(path: string, { limit }: Page, found: T[]): PageOf<T> {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  if (found.length <= limit || !last) return { rows, headers: {} }
  return { rows, headers: { link: `<${apiRoot}${path}?limit=${limit}&after=${last._id}>; rel="next"` } }
}
