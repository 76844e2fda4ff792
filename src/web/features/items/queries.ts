import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { type ItemSort, usualSort } from '#domain/search.ts'
import { call, callList } from '../../api/call.ts'
import { itemsKey } from '../../api/query-keys.ts'

/** How many items the home page shows. */
export const previewSize = 3

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
  sort: 'newest',
  minPrice: '',
  maxPrice: '',
  inStock: false,
}

const itemKeys = {
  list: (filter: ItemFilter) => [...itemsKey, 'list', filter],
  preview: [...itemsKey, 'preview'],
  one: (id: string) => [...itemsKey, 'one', id],
  alert: (id: string) => [...itemsKey, 'alert', id],
} as const

export const itemList = (filter: ItemFilter) =>
  infiniteQueryOptions({
    queryKey: itemKeys.list(filter),
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

export const itemPreview = queryOptions({
  queryKey: itemKeys.preview,
  queryFn: ({ signal }) => call('GET /items', { query: { limit: previewSize }, signal }),
})

export const oneItem = (id: string) =>
  queryOptions({
    queryKey: itemKeys.one(id),
    queryFn: ({ signal }) => call('GET /items/{id}', { params: { id }, signal }),
  })

/** Asked for only where an item is sold out. */
export const stockAlert = (id: string) =>
  queryOptions({
    queryKey: itemKeys.alert(id),
    queryFn: ({ signal }) => call('GET /items/{id}/notify', { params: { id }, signal }),
    retry: false,
  })

/** Whether the caller wants a mail when it is back. */
export function useChangeAlert(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (wanted: boolean) => {
      await (wanted
        ? call('POST /items/{id}/notify', { params: { id } })
        : call('DELETE /items/{id}/notify', { params: { id } }))
    },
    // It may be back meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: itemsKey }),
  })
}

export function useRemoveItem() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /item/{id}', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: itemsKey }),
  })
}
