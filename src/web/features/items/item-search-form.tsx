import { useId } from 'react'
import { shopCurrency } from '#domain/currency.ts'
import { tooManyDecimals } from '#domain/money.ts'
import type { ItemSort } from '#domain/search.ts'
import { SearchForm } from '../../ui/search-form.tsx'
import { Select } from '../../ui/select.tsx'
import { useSearchBox } from '../../ui/use-search-box.ts'
import { boundOf, searchFor, sortsFor } from './item-filter.ts'
import type { ItemFilter } from './list-query.ts'

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
    fold={{ filters: [filter.minPrice, filter.maxPrice, filter.inStock].filter(Boolean).length }}
  >
    {finish => {
      // The other controls apply the typed search as well.
      const change = (part: Partial<ItemFilter>) => onChange({ ...searchFor(finish(), filter), ...part })
      return (
        <>
          <Select
            label="Sort by"
            name="sort"
            value={filter.sort}
            options={sortsFor(filter.search).map(value => ({ value, text: sortNames[value] }))}
            onChange={sort => change({ sort })}
          />
          <div className="item-limits">
            <Price label="Price from" value={filter.minPrice} onChange={minPrice => change({ minPrice })} />
            <Price label="Price to" value={filter.maxPrice} onChange={maxPrice => change({ maxPrice })} />
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                className="size-5"
                checked={filter.inStock}
                onChange={event => change({ inStock: event.target.checked })}
              />
              In stock only
            </label>
          </div>
        </>
      )
    }}
  </SearchForm>
)

interface PriceProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A price bound; an invalid one shows an error and changes nothing. */
function Price({ label, value, onChange }: PriceProps) {
  const id = useId()
  const { typed, type } = useSearchBox(value, text => {
    const bound = boundOf(text)
    if (bound !== undefined) onChange(bound)
  })
  // A trailing point or comma is not an error while typing.
  const isNone = boundOf(typed.replace(/[.,]$/, '')) === undefined
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input field-input"
        inputMode="decimal"
        autoComplete="off"
        placeholder={shopCurrency().symbol.trim()}
        maxLength={13}
        value={typed}
        aria-invalid={isNone}
        aria-describedby={`${id}-fault`}
        onChange={event => type(event.target.value)}
      />
      <p id={`${id}-fault`} className="field-error" aria-live="polite">
        {isNone && tooManyDecimals()}
      </p>
    </div>
  )
}
