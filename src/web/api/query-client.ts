import { type Query, QueryClient } from '@tanstack/react-query'
import { forgetKept } from './kept.ts'
import { sharing } from './kept-answers.ts'
import { ProblemError } from './problem-error.ts'
import { onTokenChange, readToken } from './token.ts'

/** A refusal is final; only a fault or a broken connection is worth a retry, but not while there is none at all. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ProblemError && error.outcomeUnknown && navigator.onLine
}

const staleTime = 30_000

/** A page whose loader was just refused does not ask again: a refusal stays fresh as long as an answer does. */
const worthRefetching = ({ state: { error, errorUpdatedAt } }: Query): boolean =>
  error !== null && (worthRetrying(0, error) || Date.now() - errorUpdatedAt > staleTime)

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // Without a connection a call fails at once, or the service worker answers it. By default calls would wait, and
      // an order would be sent by itself whenever the connection comes back.
      queries: {
        staleTime,
        retry: worthRetrying,
        retryOnMount: worthRefetching,
        networkMode: 'always',
        refetchOnReconnect: 'always',
        structuralSharing: (last, data) => sharing.share(last, data),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/**
 * Data of one user must not reach the next. A different token clears the whole cache. After signing out, each query of
 * the session is removed as soon as no page uses it: React does not unmount the protected pages at once.
 */
function clearedOnUserChange(client: QueryClient): QueryClient {
  let owner = readToken()
  let stopRemoving: (() => void) | undefined
  onTokenChange(() => {
    const token = readToken()
    void forgetKept().catch(() => undefined)
    stopRemoving?.()
    stopRemoving = undefined
    if (token === null) {
      stopRemoving = removeOnceUnused(client)
      return
    }
    if (owner !== null && owner !== token) client.clear()
    owner = token
  })
  return client
}

function removeOnceUnused(client: QueryClient): () => void {
  const cache = client.getQueryCache()
  const queries = new Set(cache.getAll())
  const removeUnused = () => {
    for (const query of queries) {
      if (query.isActive()) continue
      queries.delete(query)
      cache.remove(query)
    }
  }
  setTimeout(removeUnused)
  return cache.subscribe(({ type }) => {
    if (type === 'observerRemoved') removeUnused()
  })
}

let inBrowser: QueryClient | undefined

/** One client per browser. The server makes one per request, because visitors must not share data. */
export function queryClient(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient()
  inBrowser ??= clearedOnUserChange(createQueryClient())
  return inBrowser
}
