import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { itemsKey } from '../../api/query-keys.ts'

/** Only for items that are sold out. */
export const stockAlert = (id: string) =>
  queryOptions({
    queryKey: [...itemsKey, 'alert', id],
    queryFn: ({ signal }) => call('GET /items/{id}/notify', { params: { id }, signal }),
    retry: false,
  })

/** Subscribes the user to an email when the item is back in stock, or unsubscribes. */
export function useChangeAlert(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (wanted: boolean) => {
      await (wanted
        ? call('POST /items/{id}/notify', { params: { id } })
        : call('DELETE /items/{id}/notify', { params: { id } }))
    },
    // The item may be in stock again.
    onSettled: () => client.invalidateQueries({ queryKey: itemsKey }),
  })
}
