import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'
import { call } from '../../api/call.ts'
import { ordersKey } from '../../api/query-keys.ts'
import { type Cards, openProvider } from './load-stripe.ts'

const paymentsKey = ['payments'] as const

export const orderToPay = (id: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'one', id],
    queryFn: ({ signal }) => call('GET /booking/{id}', { params: { id }, signal }),
  })

/** Read anew for every visit to the page, so that a shop that takes up cards needs no reload. */
export const cardOptions = queryOptions({
  queryKey: [...paymentsKey, 'options'],
  queryFn: ({ signal }) => call('GET /payment-options', { signal }),
})

/** Loaded once per visit: the provider's script wants one instance in a page. */
export const cardProvider = (cards: Cards | null | undefined) =>
  queryOptions({
    queryKey: [...paymentsKey, 'provider', cards?.publishableKey],
    queryFn: cards ? () => openProvider(cards) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    structuralSharing: false,
  })

/** Asking twice is harmless: an order has one payment at a time, and the shop answers with that one. */
export const startedPayment = (order: Order) =>
  queryOptions({
    queryKey: [...paymentsKey, 'started', order._id],
    queryFn: () => call('POST /create-payment-intent', { body: order }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
