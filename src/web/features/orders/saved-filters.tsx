import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { KeepFocus } from '../../ui/keep-focus.tsx'
import { useStored } from '../../ui/use-stored.ts'
import { queryOf } from './order-filter.ts'
import type { OrderFilter } from './queries.ts'

interface SavedFilter {
  name: string
  /** The filter in the address, such as 'state=paid'. */
  query: string
}

const key = 'orderFilters'
const maxName = 30

/** Filters that an admin has named, as links. This browser remembers them. */
export function SavedFilters({ filter }: { filter: OrderFilter }) {
  const [stored, store] = useStored(key)
  const saved = savedIn(stored)
  const query = queryOf(filter)
  const isKnown = query === '' || saved.some(one => one.query === query)
  const save = (next: readonly SavedFilter[]) => store(next.length > 0 ? JSON.stringify(next) : null)
  return (
    <KeepFocus className="saved-filters" role="group" aria-label="Saved filters">
      <FilterLink name="All" query="" shown={query} />
      {saved.map(one => (
        <span key={one.name} className="saved-filter">
          <FilterLink {...one} shown={query} />
          {one.query === query && (
            <button
              type="button"
              className="forget-filter"
              aria-label={`Delete the filter ${one.name}`}
              onClick={() => save(saved.filter(other => other !== one))}
            >
              ×
            </button>
          )}
        </span>
      ))}
      {!isKnown && (
        <NameFilter
          key={query}
          onSave={name => save([...saved.filter(one => one.name !== name), { name, query }])}
        />
      )}
    </KeepFocus>
  )
}

const FilterLink = ({ name, query, shown }: SavedFilter & { shown: string }) => (
  <Link
    to={query ? `${paths.manageAllOrders}?${query}` : paths.manageAllOrders}
    className="filter-link"
    aria-current={query === shown}
    preventScrollReset
  >
    {name}
  </Link>
)

function NameFilter({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState<string>()
  if (name === undefined)
    return (
      <button type="button" className="details-button text-sm" onClick={() => setName('')}>
        Save this filter
      </button>
    )
  return (
    <form
      className="name-filter"
      onSubmit={event => {
        event.preventDefault()
        if (name.trim()) onSave(name.trim())
      }}
    >
      <input
        className="input field-input"
        aria-label="Name of the filter"
        placeholder="Name it"
        maxLength={maxName}
        autoComplete="off"
        ref={input => input?.focus()}
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <button type="submit" className="btn btn-sm btn-quiet">
        Save
      </button>
    </form>
  )
}

/** Anything that is not a list of filters counts as none. */
function savedIn(stored: string | null): SavedFilter[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list) ? list.filter(isSavedFilter) : []
  } catch {
    return []
  }
}

const isSavedFilter = (one: Partial<SavedFilter> | null): one is SavedFilter =>
  typeof one?.name === 'string' && typeof one.query === 'string'
