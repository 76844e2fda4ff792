import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { items } from '#contract/items.ts'
import { call, callList } from '../../api/call.ts'
import { itemsKey } from '../../api/query-keys.ts'

/** How many items the home page shows. */
export const previewSize = 3

const pageSize = 12

const itemKeys = {
  list: [...itemsKey, 'list'],
  preview: [...itemsKey, 'preview'],
  one: (id: string) => [...itemsKey, 'one', id],
} as const

export const itemList = infiniteQueryOptions({
  queryKey: itemKeys.list,
  queryFn: ({ pageParam, signal }) =>
    callList(items.list, { query: { limit: pageSize, after: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: page => page.next,
})

export const itemPreview = queryOptions({
  queryKey: itemKeys.preview,
  queryFn: ({ signal }) => call(items.list, { query: { limit: previewSize }, signal }),
})

export const oneItem = (id: string) =>
  queryOptions({
    queryKey: itemKeys.one(id),
    queryFn: ({ signal }) => call(items.one, { params: { id }, signal }),
  })
