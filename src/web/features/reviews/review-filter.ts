import { searchIn } from '../../ui/search-form.tsx'
import { useFilter } from '../../ui/use-filter.ts'
import type { ReviewFilter } from './queries.ts'

export const starChoices = ['5', '4', '3', '2', '1'] as const

const filterNames = ['search', 'stars', 'unanswered'] as const

export const filterIn = (params: URLSearchParams): ReviewFilter => ({
  search: searchIn(params) || undefined,
  stars: starChoices.find(stars => stars === params.get('stars')),
  unanswered: params.get('unanswered') === 'true' ? 'true' : undefined,
})

/** The filter in the address: `/dashboard/myReview?stars=2&unanswered=true`. */
export const useReviewFilter = () => useFilter(filterNames, filterIn)
