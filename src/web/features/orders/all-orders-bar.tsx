import type { ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'
import type { OrderFilter } from './queries.ts'
import { SavedFilters } from './saved-filters.tsx'

interface OrderBarProps {
  filter: OrderFilter
  sendable: readonly Order[]
  isChosen: (id: string) => boolean
  /** Ticks or clears all that can be sent. */
  onChoose: (isChosen: boolean) => void
  children: ReactNode
}

/** Above the table: one box for all orders that can be sent, the saved filters, and the keys. */
export function OrderBar({ filter, sendable, isChosen, onChoose, children }: OrderBarProps) {
  const chosen = sendable.filter(({ _id }) => isChosen(_id))
  const isAll = chosen.length > 0 && chosen.length === sendable.length
  return (
    <div className="order-bar">
      <label className="chooser">
        <input
          type="checkbox"
          ref={box => {
            if (box) box.indeterminate = chosen.length > 0 && !isAll
          }}
          checked={isAll}
          disabled={sendable.length === 0}
          onChange={event => onChoose(event.target.checked)}
        />
        Select all to send
      </label>
      <SavedFilters filter={filter} />
      {children}
    </div>
  )
}
