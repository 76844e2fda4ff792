import type { QueryClient } from '@tanstack/react-query'
import type { Me } from '#contract/identity.ts'
import { queryClient } from '../../api/query-client.ts'
import { readToken } from '../../api/token.ts'
import { adminCheck } from './admin-check.ts'
import { userOf } from './session.ts'

/**
 * Starts the queries of a guarded page with the navigation, before the page renders. It makes no calls for visitors
 * whom the guard will redirect. Nothing waits for it: the page opens at once and shows loading states and errors
 * itself.
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

/** The same for admins. Each admin page repeats the role check once the last one is stale. */
export function startForAdmin(start?: (client: QueryClient) => unknown): void {
  startForUser(async (client, { email, secondFactorNeeded }) => {
    const { admin } = await client.fetchQuery(adminCheck(email))
    if (admin && !secondFactorNeeded) start?.(client)
  })
}
