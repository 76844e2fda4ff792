import type { Order } from '#contract/orders.ts'
import { isSendable, type OrderState } from '#domain/order.ts'

/** What each state means to somebody who has to do something about it. */
export const stateNames: Readonly<Record<OrderState, string>> = {
  held: 'Held',
  lapsed: 'Hold lapsed',
  paid: 'To send',
  sent: 'Sent',
  refunded: 'Money back',
  removed: 'Removed',
}

export const StateChip = ({ order }: { order: Order }) => (
  <span className="state-chip" data-state={order.state}>
    {isNotSent(order) ? 'Not to be sent' : stateNames[order.state]}
  </span>
)

/** Its money is on its way back, or its units are on the shelf again. */
const isNotSent = (order: Order): boolean => order.state === 'paid' && !isSendable(order)

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
