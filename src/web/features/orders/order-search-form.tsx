import { useEffect, useId, useState } from 'react'
import { orderStates } from '#domain/order.ts'
import { maxSearchLength } from '#domain/search.ts'
import { useTyped } from '../../ui/typed.ts'
import { dayIn } from './order-filter.ts'
import { stateNames } from './order-line.tsx'
import type { OrderFilter } from './queries.ts'

interface OrderSearchFormProps {
  filter: OrderFilter
  onChange: (change: OrderFilter) => void
}

/** Above all orders: what to look for, in which state, from which day to which. */
export function OrderSearchForm({ filter, onChange }: OrderSearchFormProps) {
  const id = useId()
  const { typed, type, finish } = useTyped(filter.search ?? '', search => onChange({ search }))
  return (
    <search>
      <form
        className="order-tools"
        onSubmit={event => {
          event.preventDefault()
          onChange({ search: finish() })
        }}
      >
        <div>
          <label className="field-label" htmlFor={`${id}-search`}>
            Search orders
          </label>
          <input
            id={`${id}-search`}
            type="search"
            className="input field-input"
            maxLength={maxSearchLength}
            autoComplete="off"
            enterKeyHint="search"
            placeholder="T-1042, e-mail, name or item"
            value={typed}
            onChange={event => type(event.target.value)}
          />
        </div>
        <StateSelect
          id={`${id}-state`}
          state={filter.state}
          onChange={state => onChange({ search: finish(), state })}
        />
        <DayField
          id={`${id}-from`}
          label="From"
          day={filter.from}
          onChange={from => onChange({ search: finish(), from })}
        />
        <DayField
          id={`${id}-to`}
          label="To"
          day={filter.to}
          onChange={to => onChange({ search: finish(), to })}
        />
      </form>
    </search>
  )
}

interface StateSelectProps {
  id: string
  state: OrderFilter['state']
  onChange: (state: OrderFilter['state']) => void
}

const StateSelect = ({ id, state, onChange }: StateSelectProps) => (
  <div>
    <label className="field-label" htmlFor={id}>
      State
    </label>
    <select
      id={id}
      className="input field-input select-input"
      value={state ?? ''}
      onChange={event => onChange(orderStates.find(one => one === event.target.value))}
    >
      <option value="">All</option>
      {orderStates.map(one => (
        <option key={one} value={one}>
          {stateNames[one]}
        </option>
      ))}
    </select>
  </div>
)

interface DayFieldProps {
  id: string
  label: string
  day: string | undefined
  onChange: (day: string | undefined) => void
}

/** What stands there is ahead of the address while somebody types a year, and led by it when they go back. */
function DayField({ id, label, day, onChange }: DayFieldProps) {
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
