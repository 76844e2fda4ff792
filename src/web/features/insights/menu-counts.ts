import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { waitingKey } from '../../api/query-keys.ts'

const waitingCounts = queryOptions({
  queryKey: waitingKey,
  queryFn: ({ signal }) => call('GET /waiting', { signal }),
})

/** What waits for an admin; nothing for others, and until it is known. */
export function useWaitingCounts(admin: boolean) {
  const { data } = useQuery({ ...waitingCounts, enabled: admin })
  return admin ? data : undefined
}
