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
}

export const everything: ItemFilter = { search: '', sort: 'newest' }

const itemKeys = {
  list: ({ search, sort }: ItemFilter) => [...itemsKey, 'list', search, sort],
  preview: [...itemsKey, 'preview'],
  one: (id: string) => [...itemsKey, 'one', id],
} as const

export const itemList = ({ search, sort }: ItemFilter) =>
  infiniteQueryOptions({
    queryKey: itemKeys.list({ search, sort }),
    queryFn: ({ pageParam, signal }) =>
      callList('GET /items', {
        query: {
          limit: pageSize,
          after: pageParam,
          search: search || undefined,
          sort: sort === usualSort(search !== '') ? undefined : sort,
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next,
    // While somebody types, what was found so far stays until there is something newer.
    placeholderData: keepPreviousData,
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

export function useRemoveItem() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /item/{id}', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: itemsKey }),
  })
}
