import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'
import type { PaymentChoices } from '#contract/payments.ts'
import { call } from '../../api/call.ts'
import { ordersKey } from '../../api/query-keys.ts'
import { type Cards, openProvider } from './load-stripe.ts'

const paymentsKey = ['payments'] as const

/** Fetched on every visit to the page, so that a shop that turns on cards needs no reload. */
export const cardOptions = queryOptions({
  queryKey: [...paymentsKey, 'options'],
  queryFn: ({ signal }) => call('GET /payment-options', { signal }),
})

/** Loaded once, because the provider allows one instance of its script per page. */
export const cardProvider = (cards: Cards | null | undefined) =>
  queryOptions({
    queryKey: [...paymentsKey, 'provider', cards?.publishableKey],
    queryFn: cards ? () => openProvider(cards) : skipToken,
    // After a failure, the next visit to the page tries again.
    staleTime: ({ state: { data } }) => (data ? Number.POSITIVE_INFINITY : 0),
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    structuralSharing: false,
  })

/**
 * Asking twice is harmless: an order has one payment at a time, and the shop returns it again. A changed quantity stops
 * that payment, so another sum of goods needs another one.
 */
export const startedPayment = (order: Order, choices: Omit<PaymentChoices, '_id'>, goods: number) =>
  queryOptions({
    queryKey: [...paymentsKey, 'started', order._id, choices, goods],
    queryFn: async ({ client }) => {
      const started = await call('POST /create-payment-intent', { body: { ...order, ...choices } })
      // Starting a payment renews the hold.
      void client.invalidateQueries({ queryKey: ordersKey })
      return started
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
