import { type Query, QueryClient } from '@tanstack/react-query'
import { ProblemError } from './problem-error.ts'
import { sessionKey } from './query-keys.ts'
import { onTokenChange, readToken } from './token.ts'

/** A refusal is final; only a fault or a broken connection is worth a retry. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ProblemError && error.outcomeUnknown
}

const staleTime = 30_000

/** A page whose loader was just refused does not ask again: a refusal stays fresh as long as an answer does. */
const worthRefetching = ({ state: { error, errorUpdatedAt } }: Query): boolean =>
  error !== null && (worthRetrying(0, error) || Date.now() - errorUpdatedAt > staleTime)

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime, retry: worthRetrying, retryOnMount: worthRefetching },
      mutations: { retry: false },
    },
  })

/**
 * Data of one user must not reach the next. A different token clears the whole cache. Signing out removes the queries
 * that no page uses, after the protected pages have unmounted; the rest is public and may still be loading.
 */
function clearedOnUserChange(client: QueryClient): QueryClient {
  let owner = readToken()
  /** Repeated until the pages that showed private data have unmounted: React does not do that at once. */
  const clearUnused = () => {
    if (readToken() !== null) return
    client.removeQueries({ type: 'inactive' })
    if (owner !== null && client.getQueryState(sessionKey(owner))) setTimeout(clearUnused, 10)
  }
  onTokenChange(() => {
    const token = readToken()
    if (token === null) {
      setTimeout(clearUnused)
      return
    }
    if (owner !== null && owner !== token) client.clear()
    owner = token
  })
  return client
}

let inBrowser: QueryClient | undefined

/** One client per browser. The server makes one per request, because visitors must not share data. */
export function queryClient(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient()
  inBrowser ??= clearedOnUserChange(createQueryClient())
  return inBrowser
}
