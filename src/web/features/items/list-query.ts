import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type ItemSort, usualSort } from '#domain/search.ts'
import { call, callList } from '../../api/call.ts'
import { itemsKey } from '../../api/query-keys.ts'

const pageSize = 12

export interface ItemFilter {
  search: string
  sort: ItemSort
  /** As typed; empty for any price. */
  minPrice: string
  maxPrice: string
  /** Only items that can be ordered now. */
  inStock: boolean
  /** Empty for all. */
  family: string
}

export const noFilter: ItemFilter = {
  search: '',
  sort: usualSort(false),
  minPrice: '',
  maxPrice: '',
  inStock: false,
  family: '',
}

export const itemList = (filter: ItemFilter) =>
  infiniteQueryOptions({
    queryKey: [...itemsKey, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      callList('GET /items', {
        query: { limit: pageSize, after: pageParam, ...queryOf(filter) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next,
    // The previous matches stay on the page until the new ones load.
    placeholderData: keepPreviousData,
  })

const queryOf = ({ search, sort, minPrice, maxPrice, inStock, family }: ItemFilter) => ({
  search: search || undefined,
  sort: sort === usualSort(search !== '') ? undefined : sort,
  minPrice: minPrice === '' ? undefined : Number(minPrice),
  maxPrice: maxPrice === '' ? undefined : Number(maxPrice),
  inStock: inStock ? ('true' as const) : undefined,
  family: family || undefined,
})

/** Without them the list is complete, so a failed call is not repeated. */
export const familyList = queryOptions({
  queryKey: [...itemsKey, 'families'],
  queryFn: ({ signal }) => call('GET /families', { signal }),
  retry: false,
})
