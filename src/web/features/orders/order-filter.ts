import { useSearchParams } from 'react-router'
import { orderStates } from '#domain/order.ts'
import { dayIn } from '../../ui/day-field.tsx'
import { searchIn } from '../../ui/search-form.tsx'
import type { OrderFilter } from './queries.ts'

/** The query parameter of an order's panel: `/dashboard/manageAllOrders?order={id}`. */
export const orderParam = 'order'

const filterNames = ['search', 'state', 'from', 'to'] as const

function filterIn(params: URLSearchParams): OrderFilter {
  return {
    search: searchIn(params) || undefined,
    state: orderStates.find(state => state === params.get('state')),
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
export function useOrderFilter() {
  const [params, setParams] = useSearchParams()
  const filter = filterIn(params)

  function show(change: OrderFilter) {
    const next = { ...filter, ...change }
    const wanted = new URLSearchParams(params)
    for (const name of filterNames) {
      const value = next[name]
      if (value) wanted.set(name, value)
      else wanted.delete(name)
    }
    const isSearchAlone = filterNames.every(name => name === 'search' || next[name] === filter[name])
    // Continued typing replaces the history entry, so that Back skips the letters in between.
    const replace = isSearchAlone && Boolean(filter.search && next.search)
    setParams(wanted, { replace, preventScrollReset: true })
  }

  return { filter, show, isFiltered: filterNames.some(name => filter[name] !== undefined) }
}
