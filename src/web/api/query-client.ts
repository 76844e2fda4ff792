import { type Query, QueryClient } from '@tanstack/react-query'
import { ProblemError } from './problem-error.ts'
import { onTokenChange, readToken } from './token.ts'

/** A refusal stays a refusal; only a fault or a broken connection is worth asking again. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ProblemError && error.outcomeUnknown
}

/** For how long an answer is not asked for again. */
const staleTime = 30_000

/** A page that opens after its loader was refused does not ask once more: a refusal is as fresh as an answer. */
const worthAskingAnew = ({ state: { error, errorUpdatedAt } }: Query): boolean =>
  error !== null && (worthRetrying(0, error) || Date.now() - errorUpdatedAt > staleTime)

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime, retry: worthRetrying, retryOnMount: worthAskingAnew },
      mutations: { retry: false },
    },
  })

/**
 * What the shop told one person is not for the next: with another token, whoever has put it there, all of it is
 * forgotten. Without one, whatever no page shows any more, and only after the protected parts have taken themselves off
 * the page; what is left there is everybody's, and may still be on its way.
 */
function forgettingOthers(client: QueryClient): QueryClient {
  let owner = readToken()
  onTokenChange(() => {
    const token = readToken()
    if (token === null) {
      setTimeout(() => readToken() === null && client.removeQueries({ type: 'inactive' }))
      return
    }
    if (owner !== null && owner !== token) client.clear()
    owner = token
  })
  return client
}

let inBrowser: QueryClient | undefined

/** One client per browser; on the server one per request, so that no visitor sees another's data. */
export function queryClient(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient()
  inBrowser ??= forgettingOthers(createQueryClient())
  return inBrowser
}
