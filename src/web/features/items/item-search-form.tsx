import type { ItemSort } from '#domain/search.ts'
import { SearchForm } from '../../ui/search-form.tsx'
import { Select } from '../../ui/select.tsx'
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

export const ItemSearchForm = ({ filter, onChange }: ItemSearchFormProps) => (
  <SearchForm
    className="item-tools"
    label="Search items"
    placeholder="Oak, lamp, linen …"
    search={filter.search}
    onSearch={search => onChange(searchFor(search, filter))}
  >
    {finish => (
      <Select
        label="Sort by"
        name="sort"
        value={filter.sort}
        options={sortsFor(filter.search).map(value => ({ value, text: sortNames[value] }))}
        onChange={sort => onChange({ search: finish(), sort })}
      />
    )}
  </SearchForm>
)
