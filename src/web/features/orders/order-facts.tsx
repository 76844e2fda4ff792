import type { ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'
import type { DeliveryPrice } from '#domain/delivery.ts'
import { formatPrice } from '#domain/money.ts'
import { paidWords } from '#domain/noted-payment.ts'
import { mayHappen } from '#domain/order.ts'
import { priceOfSent } from '#domain/price.ts'
import { When } from '../../ui/time.tsx'
import { PaymentState, Tracking } from './order-line.tsx'
import { refundLinesOf } from './refund-lines.tsx'
import { toldToWaiting } from './told.ts'
import { useDelivery } from './use-delivery.ts'

/** An unpaid order costs what it would cost if it were paid alone. */
export function OrderFacts({ order }: { order: Order }) {
  const delivery = useDelivery()
  const facts = factsOf(order, mayHappen('pay', order.state) ? delivery : null)
  return (
    <dl className="order-facts">
      {facts.map(([head, value]) => (
        <div key={head}>
          <dt>{head}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const factsOf = (order: Order, delivery: DeliveryPrice | null): [string, ReactNode][] => [
  ['Order', order.number],
  ['Order id', order._id],
  ['Placed', <When key="placed" at={order.createdAt} />],
  ...priceFacts(order, delivery),
  ['Name', order.ownerName],
  ['Email', order.email],
  ['Mobile number', order.mobileNumber],
  ['Address', order.address],
  ['Payment', <PaymentState key="payment" order={order} />],
  order.paidBy
    ? ['How it was paid', paidWords(order.paidBy)]
    : ['Transaction id', order.transactionId ?? 'None yet'],
  ['Sent', order.sentAt ? <When key="sent" at={order.sentAt} /> : 'Not yet'],
  ...parcelFacts(order),
  ['Refunds', refundLinesOf(order).join(', ') || 'None'],
  ...shelfFacts(order),
]

function priceFacts(order: Order, delivery: DeliveryPrice | null): [string, ReactNode][] {
  const { lines, total } = priceOfSent([order], delivery, toldToWaiting([order]))
  const [item, ...others] = lines
  return [
    ['Item', order.itemName],
    ['Quantity', order.quantity],
    ['Unit price', formatPrice(item?.unitPrice ?? 0)],
    ...others.map((line): [string, ReactNode] => [line.text, formatPrice(line.total)]),
    ['Total', formatPrice(total)],
  ]
}

const shelfFacts = ({ quantity, restockedQuantity }: Order): [string, ReactNode][] =>
  restockedQuantity > 0 ? [['Restocked', `${restockedQuantity} of ${quantity}`]] : []

const parcelFacts = ({ carrier, tracking }: Order): [string, ReactNode][] => [
  ...(carrier ? [['Carrier', carrier] satisfies [string, ReactNode]] : []),
  ...(tracking
    ? [
        ['Tracking', <Tracking key="tracking" carrier={carrier} tracking={tracking} />] satisfies [
          string,
          ReactNode,
        ],
      ]
    : []),
]
