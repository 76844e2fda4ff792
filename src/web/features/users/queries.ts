import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call, callList } from '../../api/call.ts'
import { sentenceOf } from '../../api/problem-error.ts'
import { itemsKey, ordersKey } from '../../api/query-keys.ts'
import { toast } from '../../ui/toast.tsx'

const pageSize = 20

const usersKey = ['users'] as const

export const allUsers = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...usersKey, search],
    queryFn: ({ pageParam, signal }) =>
      callList('GET /users', {
        query: { limit: pageSize, after: pageParam, search: search || undefined },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next,
    // The previous matches stay on the page until the new ones load.
    placeholderData: keepPreviousData,
  })

export function usePromoteUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => call('PUT /adminUser/{email}', { params: { email } }),
    onSettled: () => client.invalidateQueries({ queryKey: usersKey }),
  })
}

/** An admin who gives up their own role may no longer read the list. */
export function useDemoteUser(own: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => call('DELETE /adminUser/{email}', { params: { email } }),
    onSettled: (_, error, email) =>
      error || email !== own ? client.invalidateQueries({ queryKey: usersKey }) : undefined,
  })
}

const refetch = async (client: QueryClient): Promise<void> => {
  const stale = [usersKey, ordersKey, itemsKey]
  await Promise.all(stale.map(queryKey => client.invalidateQueries({ queryKey })))
}

/** Removing a user removes their unpaid orders a little later, which returns stock. */
export function useRemoveUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => call('DELETE /user/{email}', { params: { email } }),
    onSettled: () => refetch(client),
  })
}

/** Undoes a removal, from a toast that may outlive the list. */
export function useBringBackUser() {
  const client = useQueryClient()
  return async (email: string): Promise<void> => {
    try {
      await call('PUT /user/{email}/removed', { params: { email }, body: { removed: false } })
      toast(`${email} is restored`)
    } catch (error) {
      toast(sentenceOf(error), 'bad')
    }
    await refetch(client)
  }
}
