import { useId } from 'react'
import { type ItemSort, maxSearchLength } from '#domain/search.ts'
import { useTyped } from '../../ui/typed.ts'
import { searchFor, sortsFor } from './item-filter.ts'
import type { ItemFilter } from './queries.ts'

const sortNames: Readonly<Record<ItemSort, string>> = {
  relevance: 'Best match first',
  oldest: 'Oldest first',
  newest: 'Newest first',
  price: 'Price, low to high',
  '-price': 'Price, high to low',
  name: 'Name, A to Z',
}

interface ItemSearchFormProps {
  filter: ItemFilter
  onChange: (filter: ItemFilter) => void
}

export function ItemSearchForm({ filter, onChange }: ItemSearchFormProps) {
  const [searchId, sortId] = [useId(), useId()]
  const { typed, type, finish } = useTyped(filter.search, search => onChange(searchFor(search, filter)))
  const sorts = sortsFor(filter.search)
  return (
    <search>
      <form
        className="item-tools"
        onSubmit={event => {
          event.preventDefault()
          onChange(searchFor(finish(), filter))
        }}
      >
        <div>
          <label className="field-label" htmlFor={searchId}>
            Search items
          </label>
          <input
            id={searchId}
            type="search"
            name="search"
            className="input field-input"
            maxLength={maxSearchLength}
            autoComplete="off"
            enterKeyHint="search"
            placeholder="Oak, lamp, linen …"
            value={typed}
            onChange={event => type(event.target.value)}
          />
        </div>
        <div>
          <label className="field-label" htmlFor={sortId}>
            Sort by
          </label>
          <select
            id={sortId}
            name="sort"
            className="input field-input select-input"
            value={filter.sort}
            onChange={event => {
              const sort = sorts.find(one => one === event.target.value) ?? filter.sort
              onChange({ search: finish(), sort })
            }}
          >
            {sorts.map(sort => (
              <option key={sort} value={sort}>
                {sortNames[sort]}
              </option>
            ))}
          </select>
        </div>
      </form>
    </search>
  )
}
