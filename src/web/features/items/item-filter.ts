import { useSearchParams } from 'react-router'
import { type ItemSort, itemSorts, usualSort } from '#domain/search.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import { searchIn } from '../../ui/search-form.tsx'
import { everything, type ItemFilter } from './queries.ts'

const usualFor = (search: string): ItemSort => usualSort(search !== '')

/** The orders to choose from: without a search there is no best match. */
export const sortsFor = (search: string): ItemSort[] =>
  itemSorts.filter(sort => search !== '' || sort !== 'relevance')

/** Somebody types something else: an order that was chosen stays, otherwise it is the usual one. */
export const searchFor = (search: string, { sort, search: before }: ItemFilter): ItemFilter => {
  const isChosen = sort !== usualFor(before) && sortsFor(search).includes(sort)
  return { search, sort: isChosen ? sort : usualFor(search) }
}

/** The filter in the address: `/items?search=oak&sort=price`. The page is rendered without one, for everybody. */
export function useItemFilter(): [ItemFilter, (next: ItemFilter) => void] {
  const [params, setParams] = useSearchParams()
  const ready = useHydrated()
  const search = searchIn(params)
  const chosen = sortsFor(search).find(sort => sort === params.get('sort'))
  const filter = ready ? { search, sort: chosen ?? usualFor(search) } : everything

  function show(next: ItemFilter) {
    const wanted = new URLSearchParams()
    if (next.search) wanted.set('search', next.search)
    if (next.sort !== usualFor(next.search)) wanted.set('sort', next.sort)
    // Going on typing is one step: Back leads to what was there before the search, not through every letter.
    const replace = filter.search !== '' && next.search !== '' && next.sort === filter.sort
    setParams(wanted, { replace, preventScrollReset: true })
  }

  return [filter, show]
}
