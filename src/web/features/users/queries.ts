import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callList } from '../../api/call.ts'
import { itemsKey, ordersKey } from '../../api/query-keys.ts'

const pageSize = 20

const usersKey = ['users'] as const

export const allUsers = infiniteQueryOptions({
  queryKey: usersKey,
  queryFn: ({ pageParam, signal }) =>
    callList('GET /users', { query: { limit: pageSize, after: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: page => page.next,
})

export function usePromoteUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => call('PUT /adminUser/{email}', { params: { email } }),
    onSettled: () => client.invalidateQueries({ queryKey: usersKey }),
  })
}

/** A user goes together with their unpaid orders, whose stock comes back. */
export function useRemoveUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => call('DELETE /user/{email}', { params: { email } }),
    onSettled: async () => {
      const stale = [usersKey, ordersKey, itemsKey]
      await Promise.all(stale.map(queryKey => client.invalidateQueries({ queryKey })))
    },
  })
}
