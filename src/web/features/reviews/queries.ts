import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewReview } from '#contract/reviews.ts'
import { call } from '../../api/call.ts'

/** As many as the carousel has room for dots on a small screen. */
export const shownReviews = 12

const reviewKeys = { latest: ['reviews', 'latest'] } as const

export const latestReviews = queryOptions({
  queryKey: reviewKeys.latest,
  queryFn: ({ signal }) => call('GET /reviews', { query: { limit: shownReviews }, signal }),
})

export function useWriteReview() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (review: NewReview) => call('POST /myReview', { body: review }),
    onSuccess: () => client.invalidateQueries({ queryKey: reviewKeys.latest }),
  })
}
