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
    // While somebody types, what was found so far stays until there is something newer.
    placeholderData: keepPreviousData,
    // Rows are added with every sign-in and every act: what was read before is old.
    staleTime: 0,
  })
