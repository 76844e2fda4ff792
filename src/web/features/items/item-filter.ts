import { useSearchParams } from 'react-router'
import { shopCurrency } from '#domain/currency.ts'
import { typedAmount } from '#domain/money.ts'
import { type ItemSort, itemSorts, maxFamily, usualSort } from '#domain/search.ts'
import { useHydrated } from '../../ui/hydrated.tsx'
import { searchIn } from '../../ui/search-form.tsx'
import { type ItemFilter, noFilter } from './list-query.ts'

const defaultSortFor = (search: string): ItemSort => usualSort(search !== '')

/** The sort orders on offer; only a search has a best match. */
export const sortsFor = (search: string): ItemSort[] =>
  itemSorts.filter(sort => search !== '' || sort !== 'relevance')

/** A new search keeps the sort order if the visitor picked one. */
export const searchFor = (search: string, filter: ItemFilter): ItemFilter => {
  const { sort, search: before } = filter
  const isChosen = sort !== defaultSortFor(before) && sortsFor(search).includes(sort)
  return { ...filter, search, sort: isChosen ? sort : defaultSortFor(search) }
}

export const isFiltered = ({ search, minPrice, maxPrice, inStock, family }: ItemFilter): boolean =>
  `${search}${minPrice}${maxPrice}${family}` !== '' || inStock

/** A price as the API takes it, empty for none, undefined if invalid. Many people type $20 or 20,50. */
export function boundOf(typed: string): string | undefined {
  const bound = typed.trim().replace(shopCurrency().symbol.trim(), '').trim().replace(',', '.')
  return bound === '' || !Number.isNaN(typedAmount(bound)) ? bound : undefined
}

function filterIn(params: URLSearchParams): ItemFilter {
  const search = searchIn(params)
  return {
    search,
    sort: sortsFor(search).find(sort => sort === params.get('sort')) ?? defaultSortFor(search),
    minPrice: boundOf(params.get('minPrice') ?? '') ?? '',
    maxPrice: boundOf(params.get('maxPrice') ?? '') ?? '',
    inStock: params.get('inStock') === 'true',
    family: params.get('family')?.trim().slice(0, maxFamily) ?? '',
  }
}

export function paramsOf({ search, sort, minPrice, maxPrice, inStock, family }: ItemFilter): URLSearchParams {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (sort !== defaultSortFor(search)) params.set('sort', sort)
  if (minPrice) params.set('minPrice', minPrice)
  if (maxPrice) params.set('maxPrice', maxPrice)
  if (inStock) params.set('inStock', 'true')
  if (family) params.set('family', family)
  return params
}

const typedFields = ['search', 'minPrice', 'maxPrice'] as const

/** Continued typing replaces the history entry, so that Back skips the letters in between. */
const isContinuedTyping = (before: ItemFilter, next: ItemFilter): boolean =>
  before.sort === next.sort &&
  before.inStock === next.inStock &&
  before.family === next.family &&
  typedFields.every(field => before[field] === next[field] || (before[field] !== '' && next[field] !== ''))

/**
 * The filter in the address, `/items?search=oak&sort=price`. The server renders the page without one, for all visitors.
 */
export function useItemFilter(): [ItemFilter, (next: ItemFilter) => void] {
  const [params, setParams] = useSearchParams()
  const ready = useHydrated()
  const filter = ready ? filterIn(params) : noFilter
  const show = (next: ItemFilter) =>
    setParams(paramsOf(next), { replace: isContinuedTyping(filter, next), preventScrollReset: true })
  return [filter, show]
}
