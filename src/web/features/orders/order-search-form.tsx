import { useEffect, useId, useState } from 'react'
import { orderStates } from '#domain/order.ts'
import { SearchForm } from '../../ui/search-form.tsx'
import { Select } from '../../ui/select.tsx'
import { dayIn } from './order-filter.ts'
import { stateNames } from './order-line.tsx'
import type { OrderFilter } from './queries.ts'

interface OrderSearchFormProps {
  filter: OrderFilter
  onChange: (change: OrderFilter) => void
}

const everyState = { value: '', text: 'All' } as const

const states = [everyState, ...orderStates.map(value => ({ value, text: stateNames[value] }))]

/** Above all orders: what to look for, in which state, from which day to which. */
export const OrderSearchForm = ({ filter, onChange }: OrderSearchFormProps) => (
  <SearchForm
    className="order-tools"
    label="Search orders"
    placeholder="T-1042, e-mail, name or item"
    search={filter.search ?? ''}
    onSearch={search => onChange({ search })}
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

interface DayFieldProps {
  label: string
  day: string | undefined
  onChange: (day: string | undefined) => void
}

/** What stands there is ahead of the address while somebody types a year, and led by it when they go back. */
function DayField({ label, day, onChange }: DayFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(day ?? '')
  useEffect(() => setTyped(day ?? ''), [day])

  function type(text: string) {
    setTyped(text)
    if (text === '' || dayIn(text)) onChange(dayIn(text))
  }

  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="date"
        className="input field-input"
        value={typed}
        onChange={event => type(event.target.value)}
      />
    </div>
  )
}
