import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const openingDay = queryOptions({
  queryKey: ['openingDay'],
  queryFn: ({ signal }) => call('GET /openingDay', { signal }),
  // Lines are done elsewhere, and the admin comes back to see it.
  staleTime: 0,
})

export function useHideOpeningDay() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isHidden: boolean) => call('PUT /openingDay', { body: { isHidden } }),
    onSettled: () => client.invalidateQueries({ queryKey: openingDay.queryKey }),
  })
}

export const useSendTestEmail = () =>
  useMutation({ mutationFn: () => call('POST /openingDay/testEmail', {}) })
