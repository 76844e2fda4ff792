import { useSearchParams } from 'react-router'
import { orderStates } from '#domain/order.ts'
import { searchIn } from '../../ui/search-form.tsx'
import type { OrderFilter } from './queries.ts'

const filterNames = ['search', 'state', 'from', 'to'] as const

/** A whole day; undefined while somebody is still typing it. */
export const dayIn = (text: string | null): string | undefined =>
  /^20\d\d-\d\d-\d\d$/.test(text ?? '') ? (text ?? undefined) : undefined

function filterIn(params: URLSearchParams): OrderFilter {
  return {
    search: searchIn(params) || undefined,
    state: orderStates.find(state => state === params.get('state')),
    from: dayIn(params.get('from')),
    to: dayIn(params.get('to')),
  }
}

/** The filter and the opened order, as the address has them: `/dashboard/manageAllOrders?state=paid&order={id}`. */
export function useOrderAddress() {
  const [params, setParams] = useSearchParams()
  const filter = filterIn(params)
  const opened = params.get('order') ?? undefined

  function changed(change: Readonly<Record<string, string | undefined>>): URLSearchParams {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    return next
  }

  return {
    filter,
    opened,
    isFiltered: filterNames.some(name => filter[name] !== undefined),
    /** Going on typing is one step: Back leads to what was there before the search. */
    show: (change: OrderFilter) => {
      const replace = Boolean(filter.search && change.search)
      setParams(changed({ ...change }), { replace, preventScrollReset: true })
    },
    hrefOf: (id: string) => `?${changed({ order: id })}`,
    close: () => setParams(changed({ order: undefined }), { replace: true, preventScrollReset: true }),
  }
}
