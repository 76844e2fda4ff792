import { orderFilters } from '#domain/order.ts'
import { dayIn } from '../../ui/day-field.tsx'
import { searchIn } from '../../ui/search-form.tsx'
import { useFilter } from '../../ui/use-filter.ts'
import type { OrderFilter } from './queries.ts'

/** The query parameter of an order's panel: `/dashboard/manageAllOrders?order={id}`. */
export const orderParam = 'order'

const filterNames = ['search', 'state', 'from', 'to'] as const

function filterIn(params: URLSearchParams): OrderFilter {
  return {
    search: searchIn(params) || undefined,
    state: orderFilters.find(state => state === params.get('state')),
    from: dayIn(params.get('from')),
    to: dayIn(params.get('to')),
  }
}

/** The filter as a query, without a panel or a period; empty without a filter. */
export function queryOf(filter: OrderFilter): string {
  const params = new URLSearchParams()
  for (const name of filterNames) if (filter[name]) params.set(name, filter[name])
  return params.toString()
}

/** The filter in the address: `/dashboard/manageAllOrders?state=paid`. */
export const useOrderFilter = () => useFilter(filterNames, filterIn)
