import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { type ItemSort, usualSort } from '#domain/search.ts'
import { callList } from '../../api/call.ts'
import { itemsKey } from '../../api/query-keys.ts'

const pageSize = 12

/** Which items are shown, and in which order. */
export interface ItemFilter {
  search: string
  sort: ItemSort
  /** Dollars as they are typed; empty for any price. */
  minPrice: string
  maxPrice: string
  /** Only what can be ordered now. */
  inStock: boolean
}

export const everything: ItemFilter = {
  search: '',
  sort: usualSort(false),
  minPrice: '',
  maxPrice: '',
  inStock: false,
}

export const itemList = (filter: ItemFilter) =>
  infiniteQueryOptions({
    queryKey: [...itemsKey, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      callList('GET /items', {
        query: { limit: pageSize, after: pageParam, ...askedOf(filter) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next,
    // While somebody types, what was found so far stays until there is something newer.
    placeholderData: keepPreviousData,
  })

const askedOf = ({ search, sort, minPrice, maxPrice, inStock }: ItemFilter) => ({
  search: search || undefined,
  sort: sort === usualSort(search !== '') ? undefined : sort,
  minPrice: minPrice === '' ? undefined : Number(minPrice),
  maxPrice: maxPrice === '' ? undefined : Number(maxPrice),
  inStock: inStock ? ('true' as const) : undefined,
})
