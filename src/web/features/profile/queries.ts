import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewProfile } from '#contract/profiles.ts'
import { call } from '../../api/call.ts'

const profileKey = (email: string) => ['profile', email] as const

export const myProfile = (email: string) =>
  queryOptions({
    queryKey: profileKey(email),
    queryFn: ({ signal }) => call('GET /myProfile/{email}', { params: { email }, signal }),
  })

/** The spec sends both calls on every submit: POST creates what is missing, PUT replaces what exists. */
export function useSaveProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (profile: NewProfile) => {
      await call('POST /myProfile', { body: profile })
      return call('PUT /myProfile', { body: profile })
    },
    onSuccess: saved => client.setQueryData(profileKey(saved.email), saved),
  })
}
