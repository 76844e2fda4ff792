import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NoticesForm } from '#contract/notices.ts'
import { call } from '../../api/call.ts'

/** The emails that the signed-in admin receives. */
export const ownNotices = queryOptions({
  queryKey: ['notices'],
  queryFn: ({ signal }) => call('GET /myNotices', { signal }),
})

export function useChooseNotices() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NoticesForm) => call('PUT /myNotices', { body }),
    onSuccess: chosen => client.setQueryData(ownNotices.queryKey, chosen),
  })
}
