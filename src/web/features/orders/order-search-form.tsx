import { orderFilters } from '#domain/order.ts'
import { DayField } from '../../ui/day-field.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { Select } from '../../ui/select.tsx'
import { filterTexts } from './order-line.tsx'
import type { OrderFilter } from './queries.ts'

interface OrderSearchFormProps {
  filter: OrderFilter
  onChange: (change: OrderFilter) => void
}

const everyState = { value: '', text: 'All' } as const

const states = [everyState, ...orderFilters.map(value => ({ value, text: filterTexts[value] }))]

export const OrderSearchForm = ({ filter, onChange }: OrderSearchFormProps) => (
  <SearchForm
    className="order-tools"
    label="Search orders"
    placeholder="T-1042, email, name or item"
    search={filter.search ?? ''}
    onSearch={search => onChange({ search })}
    fold={{ filters: [filter.state, filter.from, filter.to].filter(Boolean).length }}
  >
    {finish => (
      <>
        <Select
          label="State"
          name="state"
          value={filter.state ?? ''}
          options={states}
          onChange={state => onChange({ search: finish(), state: state || undefined })}
        />
        <DayField label="From" day={filter.from} onChange={from => onChange({ search: finish(), from })} />
        <DayField label="To" day={filter.to} onChange={to => onChange({ search: finish(), to })} />
      </>
    )}
  </SearchForm>
)
