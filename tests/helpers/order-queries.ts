import { orderFilters } from '#domain/order.ts'

/** Every combination of search, state, date or item filter, and page. */
export function orderQueries({ after, itemId }: Record<'after' | 'itemId', string>): string[] {
  const searches = [
    '',
    'search=T-1042',
    `search=${after}`,
    'search=ann',
    'search=ann@example.com',
    'search=oak',
  ]
  const states = ['', ...orderFilters.map(state => `state=${state}`)]
  const others = ['', 'from=2026-01-01', 'from=2026-01-01&to=2026-01-31', `item=${itemId}`]
  const pages = ['', `after=${after}`]
  return searches.flatMap(search =>
    states.flatMap(state =>
      others.flatMap(other =>
        pages.map(page => `?${[search, state, other, page].filter(Boolean).join('&')}`),
      ),
    ),
  )
}
