import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { NewOrder, Order, Sending } from '#contract/orders.ts'
import type { RefundRequest } from '#contract/refunds.ts'
import type { OrderFilterName } from '#domain/order.ts'
import { call, callList } from '../../api/call.ts'
import { now } from '../../api/clock.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { hasCode, isGone } from '../../api/problem-error.ts'
import { itemsKey, ordersKey } from '../../api/query-keys.ts'
import { hasToken } from '../../api/token.ts'

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

/** The customer's unpaid orders. The top bar may render it for a moment after the token is gone. */
export const bag = queryOptions({
  queryKey: [...ordersKey, 'bag'],
  enabled: hasToken,
  queryFn: ({ signal }) => call('GET /myBag', { signal }),
  // It is part of every page, and is out of date as soon as a hold ends.
  refetchInterval: ({ state: { data } }) => {
    const end = firstHeld(data ?? [])?.heldUntil
    return end !== undefined && Math.min(Math.max(Date.parse(end) - now() + 1000, minPauseMs), maxPauseMs)
  },
})

const minPauseMs = 60_000
/** A timer of the browser cannot wait for 25 days, but an order can wait for its transfer. */
const maxPauseMs = 86_400_000

/** The order whose hold ends first; undefined if none is held. */
export const firstHeld = (orders: readonly Order[]): Order | undefined =>
  orders
    .filter(({ state }) => state === 'held')
    .toSorted((a, b) => Date.parse(a.heldUntil) - Date.parse(b.heldUntil))[0]

export const ownOrder = (id: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'one', id],
    queryFn: ({ signal }) => call('GET /booking/{id}', { params: { id }, signal }),
  })

/** Orders that no longer exist are left out. */
export const ownOrders = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...ordersKey, 'several', ...ids],
    queryFn: async ({ signal }) => {
      const found = ids.map(id =>
        call('GET /booking/{id}', { params: { id }, signal }).catch((error: unknown) => {
          if (!isGone(error)) throw error
        }),
      )
      return (await Promise.all(found)).filter(order => order !== undefined)
    },
  })

export interface OrderFilter {
  search?: string | undefined
  state?: OrderFilterName | undefined
  /** Days in the shop's time zone, such as '2026-11-15'. */
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
    // The previous matches stay on the page until the new ones load.
    placeholderData: keepPreviousData,
  })

/** Any customer's order, for an admin; null if there is none. The search for an id may match other orders too. */
export const managedOrder = (id: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'managed', id],
    queryFn: async ({ signal }) => {
      const found = await call('GET /booking', { query: { search: id }, signal })
      return found.find(({ _id }) => _id === id) ?? null
    },
  })

/** The newest orders that a search for an email finds. */
export const ordersOf = (email: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'of', email],
    queryFn: ({ signal }) => call('GET /booking', { query: { search: email, limit: pageSize }, signal }),
  })

export const orderTimeline = (id: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'timeline', id],
    queryFn: ({ signal }) => call('GET /booking/{id}/timeline', { params: { id }, signal }),
  })

export const orderRefunds = (id: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'refunds', id],
    queryFn: ({ signal }) => call('GET /booking/{id}/refunds', { params: { id }, signal }),
  })

/** The invoice of an order and its credit notes. */
export const orderInvoices = (id: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'invoices', id],
    queryFn: ({ signal }) => call('GET /booking/{id}/invoices', { params: { id }, signal }),
  })

/** The sender on a packing slip. */
export const seller = queryOptions({
  queryKey: ['seller'],
  queryFn: ({ signal }) => call('GET /shop', { signal }),
})

/** Orders change the stock of items too: placing takes, removing returns, sending ships. */
export function useRefresh() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ordersKey }),
      client.invalidateQueries({ queryKey: itemsKey }),
    ])
}

/** Retrying after an unknown outcome cannot order twice. */
export function usePlaceOrder() {
  const refresh = useRefresh()
  const { keyFor, recordOutcome } = useIdempotencyKey()
  return useMutation({
    mutationFn: (order: NewOrder) => call('POST /booking', { body: order, idempotencyKey: keyFor(order) }),
    // A refusal means that the page shows an old price or stock, so it refetches too. Nothing waits for that: the order
    // is placed.
    onSettled(_, error) {
      recordOutcome(error)
      void refresh()
    },
  })
}

export const quantityKey = ['quantity'] as const

/** Ends when the page shows the new quantity. */
export function useChangeQuantity(id: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationKey: quantityKey,
    mutationFn: (quantity: number) =>
      call('PUT /booking/{id}/quantity', { params: { id }, body: { quantity } }),
    onSettled: refresh,
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
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (sending: Sending) => call('POST /booking/send', { body: sending }),
    onSettled: refresh,
  })
}

const unsend = (id: string) => call('POST /booking/{id}/unsend', { params: { id } })

export function useUnsendOrder() {
  const refresh = useRefresh()
  return useMutation({ mutationFn: unsend, onSettled: refresh })
}

/** Continues after a refusal, and returns the refusals. An order that is no longer sent is not an error. */
export function useUnsendOrders() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const refusals = new Map<string, unknown>()
      for (const id of ids)
        await unsend(id).catch((error: unknown) => {
          if (!hasCode(error, 'not_sent')) refusals.set(id, error)
        })
      return refusals
    },
    onSettled: refresh,
  })
}

/** Retrying after an unknown outcome cannot refund twice. */
export function useRefundOrder(id: string) {
  const refresh = useRefresh()
  const { keyFor, recordOutcome } = useIdempotencyKey()
  return useMutation({
    mutationFn: (request: RefundRequest) =>
      call('POST /booking/{id}/refund', { params: { id }, body: request, idempotencyKey: keyFor(request) }),
    // A refusal means that the page shows an old amount, so it refetches too. Nothing waits for that: the refund is
    // made.
    onSettled(_, error) {
      recordOutcome(error)
      void refresh()
    },
  })
}
