import { useQuery } from '@tanstack/react-query'
import type { Me } from '#contract/identity.ts'
import { call } from '../../api/call.ts'
import { useToken } from '../../api/session.ts'

/**
 * unknown: on the server and in the first render, where nobody can know.
 * unreachable: there is a token, but the shop could not be asked whose it is.
 */
export type Session =
  | { status: 'unknown' | 'loading' | 'signedOut'; user?: undefined }
  | { status: 'unreachable'; user?: undefined; error: Error; retry: () => void }
  | { status: 'signedIn'; user: Me }

export const sessionKey = (token: string) => ['session', token] as const

export function useSession(): Session {
  const token = useToken()
  const me = useQuery({
    queryKey: sessionKey(token ?? ''),
    queryFn: ({ signal }) => call('GET /auth/me', { signal }),
    enabled: Boolean(token),
  })
  if (token === undefined) return { status: 'unknown' }
  if (token === null) return { status: 'signedOut' }
  if (me.data) return { status: 'signedIn', user: me.data }
  if (me.isError) return { status: 'unreachable', error: me.error, retry: () => void me.refetch() }
  return { status: 'loading' }
}
