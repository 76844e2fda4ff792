import { infiniteQueryOptions } from '@tanstack/react-query'
import { callList } from '../../api/call.ts'
import { reviewsKey } from './queries.ts'

const pageSize = 10

export const itemReviews = (itemId: string) =>
  infiniteQueryOptions({
    queryKey: [...reviewsKey, 'item', itemId],
    queryFn: ({ pageParam, signal }) =>
      callList('GET /reviews', { query: { itemId, limit: pageSize, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next,
  })
