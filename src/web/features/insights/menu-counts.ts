import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { waitingKey } from '../../api/query-keys.ts'

const waitingCounts = queryOptions({
  queryKey: waitingKey,
  queryFn: ({ signal }) => call('GET /waiting', { signal }),
})

/** The counts of what waits for an admin; undefined for other users and while loading. */
export function useWaitingCounts(admin: boolean) {
  const { data } = useQuery({ ...waitingCounts, enabled: admin })
  return admin ? data : undefined
}
