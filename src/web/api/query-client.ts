import { QueryClient } from '@tanstack/react-query'
import { ProblemError } from './problem-error.ts'

/** A refusal stays a refusal; only a fault or a broken connection is worth asking again. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ProblemError && error.outcomeUnknown
}

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: worthRetrying },
      mutations: { retry: false },
    },
  })

let inBrowser: QueryClient | undefined

/** One client per browser; on the server one per request, so that no visitor sees another's data. */
export function queryClient(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient()
  inBrowser ??= createQueryClient()
  return inBrowser
}
