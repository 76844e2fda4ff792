import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { itemsKey } from '../../api/query-keys.ts'

/** Asked for only where an item is sold out. */
export const stockAlert = (id: string) =>
  queryOptions({
    queryKey: [...itemsKey, 'alert', id],
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
