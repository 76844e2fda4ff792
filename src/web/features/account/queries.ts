import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '#contract/identity.ts'
import { call } from '../../api/call.ts'
import { hasToken, readToken } from '../../api/token.ts'
import { myProfile } from '../profile/queries.ts'
import { userOf } from '../session/session.ts'

export const accountFacts = (email: string) =>
  queryOptions({
    queryKey: ['account', email],
    enabled: hasToken,
    queryFn: ({ signal }) => call('GET /auth/account', { signal }),
  })

/** The factors of the signed-in user. */
export const ownFactors = queryOptions({
  queryKey: ['factors'],
  enabled: hasToken,
  queryFn: ({ signal }) => call('GET /auth/factors', { signal }),
})

export const ownSessions = queryOptions({
  queryKey: ['ownSessions'],
  queryFn: ({ signal }) => call('GET /auth/sessions', { signal }),
  // A visitor who opens this list wants the current state.
  staleTime: 0,
})

/** Ends one session, or all others without an id. */
export function useEndSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id?: string) =>
      id === undefined
        ? call('DELETE /auth/sessions', {})
        : call('DELETE /auth/sessions/{id}', { params: { id } }),
    // A refusal refreshes the list too: the session may have ended by itself.
    onSettled: () => client.invalidateQueries({ queryKey: ownSessions.queryKey }),
  })
}

export function useRename(email: string) {
  const client = useQueryClient()
  const show = useShowUser()
  return useMutation({
    mutationFn: (body: { name: string }) => call('PUT /auth/name', { body }),
    onSuccess: ({ displayName }) => {
      show({ displayName })
      return client.invalidateQueries({ queryKey: myProfile(email).queryKey })
    },
  })
}

export const useRemovePicture = () => {
  const show = useShowUser()
  return useMutation({
    mutationFn: () => call('DELETE /auth/picture', {}),
    onSuccess: () => show({ photoURL: null }),
  })
}

/** Updates the signed-in user at once, because the top bar of every page shows the name. */
export function useShowUser(): (changed: Partial<User>) => void {
  const client = useQueryClient()
  return changed =>
    void client.setQueryData(userOf(readToken()).queryKey, user => user && { ...user, ...changed })
}

export const useConfirmEmail = (email: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call('POST /auth/verify', { body: { token } }),
    // A confirmed admin has more rights, and may add a first factor.
    onSuccess: () =>
      Promise.all(
        [accountFacts(email).queryKey, ownFactors.queryKey, ['session']].map(queryKey =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
