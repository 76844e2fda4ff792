import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NoticesForm } from '#contract/notices.ts'
import { call } from '../../api/call.ts'

/** What the admin who is signed in is told by letter. */
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
