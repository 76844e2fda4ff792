import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { PeriodLength } from '#domain/period.ts'
import { call } from '../../api/call.ts'
import { ordersKey } from '../../api/query-keys.ts'

/** Keyed below the orders for the same reason. */
export const taxReport = queryOptions({
  queryKey: [...ordersKey, 'taxes'],
  queryFn: ({ signal }) => call('GET /taxes', { signal }),
})

/** Keyed below the orders, so that every change to an order invalidates it. */
export const insightsOf = (days: PeriodLength) =>
  queryOptions({
    queryKey: [...ordersKey, 'insights', days],
    queryFn: ({ signal }) => call('GET /insights', { query: { days }, signal }),
    placeholderData: keepPreviousData,
  })
