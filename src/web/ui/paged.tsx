import type { ReactNode } from 'react'
import { LoadMore } from './load-more.tsx'
import { Loading } from './spinner.tsx'
import { QueryError } from './states.tsx'

/** The parts of an infinite query that rendering needs. */
interface PagedQuery<Row> {
  data: { pages: readonly { rows: readonly Row[] }[] } | undefined
  isPending: boolean
  isError: boolean
  error: unknown
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

interface PagedProps<Row> {
  list: PagedQuery<Row>
  /** Shown when the list is empty. */
  empty?: ReactNode
  /** Shown while the list loads; a spinner by default. */
  loading?: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** The states of every long list: loading, failed, empty, and rows with a button for more. */
export function Paged<Row>({ list, empty, loading = <Loading />, children }: PagedProps<Row>) {
  if (list.isPending) return loading
  if (!list.data) return <QueryError query={list} spinner />
  const rows = list.data.pages.flatMap(page => page.rows)
  if (rows.length === 0 && empty) return empty
  return (
    <>
      {children(rows)}
      <LoadMore {...list} />
    </>
  )
}
