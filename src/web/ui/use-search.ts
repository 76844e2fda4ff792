import { useSearchParams } from 'react-router'
import { searchIn } from './search-form.tsx'

/** The search in the address, `?search=oak`, of a list without other filters. */
export function useSearch(): [search: string, show: (next: string) => void] {
  const [params, setParams] = useSearchParams()
  const search = searchIn(params)
  const show = (next: string) =>
    setParams(now => withSearch(now, next), {
      // Continued typing replaces the history entry, so that Back skips the letters in between.
      replace: search !== '' && next !== '',
      preventScrollReset: true,
    })
  return [search, show]
}

function withSearch(params: URLSearchParams, search: string): URLSearchParams {
  if (search) params.set('search', search)
  else params.delete('search')
  return params
}
