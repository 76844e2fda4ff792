import type { FastifyReply } from 'fastify'
import { apiRoot } from '#contract/endpoint.ts'
import type { Page } from '#contract/shapes.ts'

/** Reads one row more than requested, which shows whether another page follows. */
export const withOneMore = <P extends Page>(page: P): P => ({ ...page, limit: page.limit + 1 })

interface PageOf<T> {
  rows: T[]
  /** The Link header, if another page follows. */
  headers: Record<string, string>
}

/** The link to the next page repeats the rest of the query. */
export function pageOf<T extends { _id: string }>(
  path: string,
  query: Page & Record<string, string | number | undefined>,
  found: T[],
): PageOf<T> {
  const rows = found.slice(0, query.limit)
  const last = rows.at(-1)
  if (found.length <= query.limit || !last) return { rows, headers: {} }
  const next = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, after: last._id })) {
    if (value !== undefined) next.set(name, String(value))
  }
  return { rows, headers: { link: `<${apiRoot}${path}?${next}>; rel="next"` } }
}

/** Sets the headers of the page, and returns its rows. */
export function answerPage<T extends { _id: string }>(
  reply: FastifyReply,
  ...page: Parameters<typeof pageOf<T>>
): T[] {
  const { rows, headers } = pageOf(...page)
  reply.headers(headers)
  return rows
}
