import { useSearchParams } from 'react-router'
import { searchIn } from '../../ui/search-form.tsx'
import type { ReviewFilter } from './queries.ts'

export const starChoices = ['5', '4', '3', '2', '1'] as const

const filterNames = ['search', 'stars', 'unanswered'] as const

export const filterIn = (params: URLSearchParams): ReviewFilter => ({
  search: searchIn(params) || undefined,
  stars: starChoices.find(stars => stars === params.get('stars')),
  unanswered: params.get('unanswered') === 'true' ? 'true' : undefined,
})

/** The filter in the address: `/dashboard/myReview?stars=2&unanswered=true`. */
export function useReviewFilter() {
  const [params, setParams] = useSearchParams()
  const filter = filterIn(params)

  function show(change: ReviewFilter) {
    const next = { ...filter, ...change }
    const wanted = new URLSearchParams(params)
    for (const name of filterNames) {
      const value = next[name]
      if (value) wanted.set(name, value)
      else wanted.delete(name)
    }
    const isSearchAlone = next.stars === filter.stars && next.unanswered === filter.unanswered
    // Continued typing replaces the history entry, so that Back skips the letters in between.
    const replace = isSearchAlone && Boolean(filter.search && next.search)
    setParams(wanted, { replace, preventScrollReset: true })
  }

  return { filter, show, isFiltered: filterNames.some(name => filter[name] !== undefined) }
}
