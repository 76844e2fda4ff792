import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The shop's current answer; the server checks the role again on every call. */
export const adminCheck = (email: string) =>
  queryOptions({
    queryKey: ['admin', email],
    queryFn: ({ signal }) => call('GET /admin/{email}', { params: { email }, signal }),
  })

export const useAdminCheck = (email = '') =>
  useQuery({ ...adminCheck(email), enabled: email !== '', select: ({ admin }) => admin })
