import type { QueryClient } from '@tanstack/react-query'
import type { Me } from '#contract/identity.ts'
import { queryClient } from '../../api/query-client.ts'
import { readToken } from '../../api/token.ts'
import { adminCheck } from './admin-check.ts'
import { userOf } from './session.ts'

/**
 * For the loader of a page behind a guard: what the page shows is on its way with the navigation, not only once the
 * page is there to ask for it. Nothing is asked for somebody whom the guard will send away, and nobody waits: the
 * page opens at once and shows how far its queries are, or what went wrong with them.
 */
export function startForUser(start: (client: QueryClient, user: Me) => unknown): void {
  const token = readToken()
  const client = queryClient()
  if (token)
    client
      .ensureQueryData(userOf(token))
      .then(user => start(client, user))
      .catch(() => undefined)
}

/** The same for admins. With each of their pages an answer that is no longer fresh is asked for again. */
export function startForAdmin(start?: (client: QueryClient) => unknown): void {
  startForUser(async (client, { email, secondFactorNeeded }) => {
    const { admin } = await client.fetchQuery(adminCheck(email))
    if (admin && !secondFactorNeeded) start?.(client)
  })
}
