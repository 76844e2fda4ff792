import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { itemsKey } from '../../api/query-keys.ts'

/** The number of items on the home page. */
export const previewSize = 3

const itemKeys = {
  preview: [...itemsKey, 'preview'],
  one: (id: string) => [...itemsKey, 'one', id],
} as const

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
