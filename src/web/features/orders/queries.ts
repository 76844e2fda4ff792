import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { NewOrder, Sending } from '#contract/orders.ts'
import type { OrderState } from '#domain/order.ts'
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

/** Which of everybody's orders are shown; what is undefined does not matter. */
export interface OrderFilter {
  search?: string | undefined
  state?: OrderState | undefined
  /** Days of the shop, such as '2026-11-15'. */
  from?: string | undefined
  to?: string | undefined
}

export const allOrders = (filter: OrderFilter) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey, 'all', filter],
    queryFn: ({ pageParam, signal }) =>
      callList('GET /booking', { query: { limit: pageSize, after: pageParam, ...filter }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next,
    // While somebody types, what was found so far stays until there is something newer.
    placeholderData: keepPreviousData,
  })

/** One of everybody's orders, for an admin; null when it is not there, or removed. */
export const anyOrder = (id: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'any', id],
    queryFn: async ({ signal }) => (await call('GET /booking', { query: { search: id }, signal }))[0] ?? null,
  })

export const orderTimeline = (id: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'timeline', id],
    queryFn: ({ signal }) => call('GET /booking/{id}/timeline', { params: { id }, signal }),
  })

/** The invoice of an order and its credit notes. */
export const orderInvoices = (id: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'invoices', id],
    queryFn: ({ signal }) => call('GET /booking/{id}/invoices', { params: { id }, signal }),
  })

/** What stands on a packing slip beside the order. */
export const seller = queryOptions({
  queryKey: ['seller'],
  queryFn: ({ signal }) => call('GET /shop', { signal }),
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
  const { keyFor, noteOutcome } = useIdempotencyKey()
  return useMutation({
    mutationFn: (order: NewOrder) => call('POST /booking', { body: order, idempotencyKey: keyFor(order) }),
    // A refusal means that the page shows an old price or stock, so it is as good a reason to look again.
    // Not waited for: the order stands, whatever the reading afterwards does.
    onSettled(_, error) {
      noteOutcome(error)
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

export function useSendOrders() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (orders: Sending['orders']) => call('POST /booking/send', { body: { orders } }),
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey }),
  })
}

export function useUnsendOrder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('POST /booking/{id}/unsend', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ordersKey }),
  })
}
