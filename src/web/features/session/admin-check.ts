import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Whether this user is an admin, as the shop says now; the server decides again on every call. */
export const useAdminCheck = (email = '') =>
  useQuery({
    queryKey: ['admin', email],
    queryFn: ({ signal }) => call('GET /admin/{email}', { params: { email }, signal }),
    enabled: email !== '',
    select: ({ admin }) => admin,
  })
