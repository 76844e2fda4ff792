import type { Order } from '#contract/orders.ts'
import { isSendable, type OrderState } from '#domain/order.ts'
import { When } from '../../ui/time.tsx'

/** Labels for people who have to act on an order. */
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

/** The money is going back, or the units are in stock again. */
const isNotSent = (order: Order): boolean => order.state === 'paid' && !isSendable(order)

/** The second line below the item, for its customer. */
export const OrderLine = ({ order: { number, createdAt } }: { order: Order }) => (
  <span className="order-line">
    <span>{number}</span>
    <When at={createdAt} />
  </span>
)

export function SentBadge({ order: { sentAt, carrier, tracking } }: { order: Order }) {
  const parcel = [carrier, tracking].filter(Boolean).join(' ')
  if (!sentAt) return null
  return <span className="badge-quiet wrap-anywhere">{parcel ? `Sent by ${parcel}` : 'Sent'}</span>
}

export const PaymentState = ({ order: { paid } }: { order: Order }) => (
  <span className="badge-quiet" data-paid={paid}>
    {paid ? 'Paid' : 'Unpaid'}
  </span>
)
