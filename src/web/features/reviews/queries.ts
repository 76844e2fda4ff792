import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { NewReview, ReviewChange } from '#contract/reviews.ts'
import { call, callList } from '../../api/call.ts'
import { itemsKey, waitingKey } from '../../api/query-keys.ts'

/** As many as the carousel has room for dots on a small screen. */
export const shownReviews = 12

const pageSize = 20

export const reviewsKey = ['reviews'] as const

export const latestReviews = queryOptions({
  queryKey: [...reviewsKey, 'latest'],
  queryFn: ({ signal }) => call('GET /reviews', { query: { limit: shownReviews }, signal }),
})

/** Undefined means any. */
export interface ReviewFilter {
  /** Parts of the item's name. */
  search?: string | undefined
  stars?: '1' | '2' | '3' | '4' | '5' | undefined
  unanswered?: 'true' | undefined
}

/** Includes hidden reviews, for admins. */
export const allReviews = (filter: ReviewFilter) =>
  infiniteQueryOptions({
    queryKey: [...reviewsKey, 'all', filter],
    queryFn: ({ pageParam, signal }) =>
      callList('GET /reviews', {
        query: { hidden: 'true', limit: pageSize, after: pageParam, ...queryOf(filter) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next,
    // The previous matches stay on the page until the new ones load.
    placeholderData: keepPreviousData,
  })

const queryOf = ({ stars, ...filter }: ReviewFilter) => ({
  ...filter,
  ...(stars && { stars: Number(stars) }),
})

/** Items show their rating, and admins the number of new reviews. */
const refresh = (client: QueryClient) =>
  Promise.all([reviewsKey, itemsKey, waitingKey].map(queryKey => client.invalidateQueries({ queryKey })))

export function useWriteReview() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (review: NewReview) => call('POST /myReview', { body: review }),
    onSuccess: () => refresh(client),
  })
}

export function useChangeReview(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: ReviewChange) => call('PATCH /review/{id}', { params: { id }, body: change }),
    onSettled: () => refresh(client),
  })
}
