import type { ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'
import { formatDollars, unitPriceOf } from '#domain/money.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { When } from '../../ui/when.tsx'
import { moneyBackOf } from './money-back.tsx'

interface OrderDetailsProps {
  /** The order in question; closed without one. */
  order: Order | undefined
  onClose: () => void
  /** What there is beside the facts. */
  children: ReactNode
}

/** Everything the shop knows of an order. */
export function OrderDetails({ order, onClose, children }: OrderDetailsProps) {
  return (
    <Dialog open={order !== undefined} title="Order details" onClose={onClose}>
      {order && <OrderFacts order={order} />}
      {children}
      <div className="mt-8 flex justify-end">
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  )
}

export const OrderFacts = ({ order }: { order: Order }) => (
  <dl className="order-facts">
    {factsOf(order).map(([head, value]) => (
      <div key={head}>
        <dt>{head}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

const factsOf = (order: Order): [string, ReactNode][] => [
  ['Order', order.number],
  ['Order id', order._id],
  ['Placed', <When key="placed" at={order.createdAt} />],
  ['Item', order.itemName],
  ['Quantity', order.quantity],
  ['Unit price', formatDollars(unitPriceOf(order.totalPrice, order.quantity))],
  ['Total', formatDollars(order.totalPrice)],
  ['Name', order.ownerName],
  ['Email', order.email],
  ['Mobile number', order.mobileNumber],
  ['Address', order.address],
  ['Payment', <PaymentState key="payment" order={order} />],
  ['Transaction id', order.transactionId ?? 'None yet'],
  ['Sent', order.sentAt ? <When key="sent" at={order.sentAt} /> : 'Not yet'],
  ...parcelFacts(order),
  ['Money back', moneyBackOf(order).join(', ') || 'None'],
  ...shelfFacts(order),
]

const shelfFacts = ({ quantity, restockedQuantity }: Order): [string, ReactNode][] =>
  restockedQuantity > 0 ? [['Back on the shelf', `${restockedQuantity} of ${quantity}`]] : []

const parcelFacts = ({ carrier, tracking }: Order): [string, ReactNode][] => [
  ...(carrier ? [['Carrier', carrier] satisfies [string, ReactNode]] : []),
  ...(tracking ? [['Tracking', tracking] satisfies [string, ReactNode]] : []),
]

export const PaymentState = ({ order: { paid } }: { order: Order }) => (
  <span className="badge-quiet" data-paid={paid}>
    {paid ? 'Paid' : 'Unpaid'}
  </span>
)

/** The name of the ordered item, which opens the rest. */
export const DetailsButton = ({ order, onOpen }: { order: Order; onOpen: (one: Order) => void }) => (
  <button type="button" className="details-button" onClick={() => onOpen(order)}>
    {order.itemName}
    <span className="sr-only"> Details</span>
  </button>
)
