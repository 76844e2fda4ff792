import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewOrder } from '#contract/orders.ts'
import { call, callList } from '../../api/call.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { itemsKey, ordersKey } from '../../api/query-keys.ts'

const pageSize = 20

export const myOrders = (email: string) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey, 'mine', email],
    queryFn: ({ pageParam, signal }) =>
      callList('GET /myBooking/{email}', {
        params: { email },
        query: { limit: pageSize, after: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next,
  })

export const allOrders = infiniteQueryOptions({
  queryKey: [...ordersKey, 'all'],
  queryFn: ({ pageParam, signal }) =>
    callList('GET /booking', { query: { limit: pageSize, after: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: page => page.next,
})

/** An order takes stock and its removal gives it back, so both make what is known of the items stale too. */
function useRefresh() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ordersKey }),
      client.invalidateQueries({ queryKey: itemsKey }),
    ])
}

/** Sending an order again while nobody knows whether it arrived cannot order twice. */
export function usePlaceOrder() {
  const refresh = useRefresh()
  const { keyFor, settle } = useIdempotencyKey()
  return useMutation({
    mutationFn: (order: NewOrder) => call('POST /booking', { body: order, idempotencyKey: keyFor(order) }),
    // A refusal means that the page shows an old price or stock, so it is as good a reason to look again.
    // Not waited for: the order stands, whatever the reading afterwards does.
    onSettled(_, error) {
      settle(error)
      void refresh()
    },
  })
}

export function useRemoveOrder() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /myBooking/{id}', { params: { id } }),
    onSettled: refresh,
  })
}
