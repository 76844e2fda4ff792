import type { ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'
import { formatDollars, unitPriceOf } from '#domain/money.ts'
import { When } from '../../ui/time.tsx'
import { PaymentState } from './order-line.tsx'
import { refundLinesOf } from './refund-lines.tsx'

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
  ['Money back', refundLinesOf(order).join(', ') || 'None'],
  ...shelfFacts(order),
]

const shelfFacts = ({ quantity, restockedQuantity }: Order): [string, ReactNode][] =>
  restockedQuantity > 0 ? [['Back on the shelf', `${restockedQuantity} of ${quantity}`]] : []

const parcelFacts = ({ carrier, tracking }: Order): [string, ReactNode][] => [
  ...(carrier ? [['Carrier', carrier] satisfies [string, ReactNode]] : []),
  ...(tracking ? [['Tracking', tracking] satisfies [string, ReactNode]] : []),
]
