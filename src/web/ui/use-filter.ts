import { useSearchParams } from 'react-router'
import { searchIn } from './search-form.tsx'

/**
 * A filter in the address, such as `?search=oak&state=paid`, for a list. `filterIn` reads the parameters of these names,
 * which anyone may have typed.
 */
export function useFilter<Filter extends { [Name in keyof Filter]: string | undefined }>(
  names: readonly (keyof Filter & string)[],
  filterIn: (params: URLSearchParams) => Filter,
) {
  const [params, setParams] = useSearchParams()
  const filter = filterIn(params)

  function show(change: Partial<Filter>) {
    const next = { ...filter, ...change }
    const wanted = new URLSearchParams(params)
    for (const name of names) {
      const value = next[name]
      if (value) wanted.set(name, value)
      else wanted.delete(name)
    }
    const isSearchAlone = names.every(name => name === 'search' || next[name] === filter[name])
    // Continued typing replaces the history entry, so that Back skips the letters in between.
    const replace = isSearchAlone && searchIn(params) !== '' && searchIn(wanted) !== ''
    setParams(wanted, { replace, preventScrollReset: true })
  }

  return { filter, show, isFiltered: names.some(name => filter[name] !== undefined) }
}

/** The search in the address of a list without other filters. */
export function useSearch(): [search: string, show: (search: string) => void] {
  const { filter, show } = useFilter(['search'], params => ({ search: searchIn(params) }))
  return [filter.search, search => show({ search })]
}
