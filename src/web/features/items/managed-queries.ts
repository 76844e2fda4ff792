import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { ListedItem, ManagedItem, StockChange } from '#contract/managed-items.ts'
import { call, callList } from '../../api/call.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { itemsKey } from '../../api/query-keys.ts'

const pageSize = 12

const managedKey = [...itemsKey, 'managed'] as const

const listKey = [...managedKey, 'list'] as const

/** All items including hidden ones, or the removed ones. */
export const managedList = (removed: boolean, search: string) =>
  infiniteQueryOptions({
    queryKey: [...listKey, removed, search],
    queryFn: ({ pageParam, signal }) =>
      callList('GET /item', {
        query: {
          limit: pageSize,
          after: pageParam,
          removed: removed ? 'true' : 'false',
          search: search || undefined,
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next,
    // The previous matches stay on the page until the new ones load.
    placeholderData: keepPreviousData,
  })

type ListData = InfiniteData<{ rows: ListedItem[]; next: string | undefined }>

/** Shows a saved item in the lists at once, before they are fetched again. */
export const showSaved = (client: QueryClient, saved: ManagedItem): unknown =>
  client.setQueriesData<ListData>(
    { queryKey: listKey },
    data =>
      data && {
        ...data,
        pages: data.pages.map(page => ({
          ...page,
          rows: page.rows.map(row => (row._id === saved._id ? saved : row)),
        })),
      },
  )

export const managedItem = (id: string) =>
  queryOptions({
    queryKey: [...managedKey, 'one', id],
    queryFn: ({ signal }) => call('GET /item/{id}', { params: { id }, signal }),
    // Not cached: a form takes its values once, so a later refetch would not reach it.
    gcTime: 0,
  })

export const stockLedger = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...managedKey, 'stock', id],
    queryFn: ({ pageParam, signal }) =>
      callList('GET /item/{id}/stock', {
        params: { id },
        query: { limit: pageSize, after: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next,
  })

export function useChangeStock(id: string) {
  const client = useQueryClient()
  const { keyFor, recordOutcome } = useIdempotencyKey()
  return useMutation({
    mutationFn: (change: StockChange) =>
      call('POST /item/{id}/stock', { params: { id }, body: change, idempotencyKey: keyFor(change) }),
    // A refusal means that the shown stock is out of date, so it refetches too. Nothing waits for that: the form is
    // done already.
    onSettled(saved, error) {
      recordOutcome(error)
      if (saved) showSaved(client, saved)
      void client.invalidateQueries({ queryKey: itemsKey })
    },
  })
}

export function useBringBack(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('PUT /item/{id}/removed', { params: { id }, body: { removed: false } }),
    onSettled: () => client.invalidateQueries({ queryKey: itemsKey }),
  })
}
