import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { AuditQuery } from '#contract/audit.ts'
import { callList } from '../../api/call.ts'

const pageSize = 50

export const auditLog = (filter: AuditQuery) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      callList('GET /audit', { query: { ...filter, limit: pageSize, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next,
    // The previous matches stay on the page until the new ones load.
    placeholderData: keepPreviousData,
    // Every sign-in and action adds a row, so a cached page is out of date.
    staleTime: 0,
  })
