import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { StockChange } from '#contract/managed-items.ts'
import { call, callList } from '../../api/call.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { itemsKey } from '../../api/query-keys.ts'

const pageSize = 12

const managedKey = [...itemsKey, 'managed'] as const

/** All items including hidden ones, or the removed ones. */
export const managedList = (removed: boolean) =>
  infiniteQueryOptions({
    queryKey: [...managedKey, 'list', removed],
    queryFn: ({ pageParam, signal }) =>
      callList('GET /item', {
        query: { limit: pageSize, after: pageParam, removed: removed ? 'true' : 'false' },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next,
  })

export const managedItem = (id: string) =>
  queryOptions({
    queryKey: [...managedKey, 'one', id],
    queryFn: ({ signal }) => call('GET /item/{id}', { params: { id }, signal }),
    // Not cached, because a form is filled once: a refetch would come too late for it.
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
    // A refusal means that the page shows an old stock, so it refetches too. Nothing waits for that: the change is
    // done.
    onSettled(_, error) {
      recordOutcome(error)
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
