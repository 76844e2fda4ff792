import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Me } from '#contract/identity.ts'
import { call } from '../../api/call.ts'
import { sessionKey } from '../../api/query-keys.ts'
import { useToken } from '../../api/token.ts'
import { useHydrated } from '../../ui/hydrated.tsx'

/**
 * unknown: on the server and in the first render, before the token can be read. unreachable: there is a token, but the
 * shop could not be asked whose it is.
 */
export type Session =
  | { status: 'unknown' | 'loading' | 'signedOut'; user?: undefined }
  | { status: 'unreachable'; user?: undefined; error: Error; refetch: () => unknown }
  | { status: 'signedIn'; user: Me }

export const userOf = (token: string | null) =>
  queryOptions({
    queryKey: sessionKey(token),
    queryFn: ({ signal }) => call('GET /auth/me', { signal }),
  })

export function useSession(): Session {
  const token = useToken()
  const isKnown = useHydrated()
  const me = useQuery({ ...userOf(token), enabled: isKnown && token !== null })
  if (!isKnown) return { status: 'unknown' }
  if (token === null) return { status: 'signedOut' }
  if (me.data) return { status: 'signedIn', user: me.data }
  if (me.isError) return { status: 'unreachable', error: me.error, refetch: me.refetch }
  return { status: 'loading' }
}
