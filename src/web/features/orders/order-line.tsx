import type { Order } from '#contract/orders.ts'
import type { OrderState } from '#domain/order.ts'

/** What each state means to somebody who has to do something about it. */
export const stateNames: Readonly<Record<OrderState, string>> = {
  held: 'Held',
  lapsed: 'Hold lapsed',
  paid: 'To send',
  sent: 'Sent',
  refunded: 'Money back',
  removed: 'Removed',
}

export const StateChip = ({ state }: { state: OrderState }) => (
  <span className="state-chip" data-state={state}>
    {stateNames[state]}
  </span>
)

/** The second line under the name of what was ordered, for its customer: the number, and how it travels. */
export function OrderLine({ order: { number, sentAt, carrier, tracking } }: { order: Order }) {
  const parcel = [carrier, tracking].filter(Boolean).join(' ')
  return (
    <span className="order-line">
      <span>{number}</span>
      {sentAt && <span className="wrap-anywhere">{parcel ? `Sent by ${parcel}` : 'Sent'}</span>}
    </span>
  )
}
