import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { formatDollars } from '#domain/money.ts'
import { mayHappen } from '#domain/order.ts'
import { paths } from '../../paths.ts'
import { useOpened } from '../../ui/opened.ts'
import { Paged } from '../../ui/paged.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { MoneyBack } from './money-back.tsx'
import { DetailsButton, OrderDetails, PaymentState } from './order-details.tsx'
import { InvoiceButton, OrderInvoices } from './order-invoices.tsx'
import { OrderLine } from './order-line.tsx'
import { myOrders } from './queries.ts'
import { RemoveOrder } from './remove-order.tsx'

export function MyOrders({ email }: { email: string }) {
  const list = useInfiniteQuery(myOrders(email))
  const removing = useOpened<Order>()
  const details = useOpened<Order>()
  return (
    <>
      <Paged list={list} empty={<NothingOrdered />}>
        {rows => (
          <Table
            caption="Your orders"
            columns={columnsOf(removing.open, details.open)}
            rows={rows}
            keyOf={row => row._id}
          />
        )}
      </Paged>
      <RemoveOrder order={removing.opened} onClose={removing.close} />
      <OrderDetails order={details.opened} onClose={details.close}>
        {details.opened?.paid && <OrderInvoices id={details.opened._id} />}
      </OrderDetails>
    </>
  )
}

const NothingOrdered = () => (
  <EmptyState title="You have not ordered anything yet.">
    <Link to={paths.items} className="btn btn-primary">
      See our items
    </Link>
  </EmptyState>
)

type Choose = (order: Order) => void

const columnsOf = (onRemove: Choose, onOpen: Choose): Column<Order>[] => [
  {
    head: 'Item',
    cell: order => (
      <span className="font-display text-lg">
        <DetailsButton order={order} onOpen={onOpen} />
        <OrderLine order={order} />
      </span>
    ),
  },
  {
    head: 'Name and address',
    cell: ({ ownerName, address }) => (
      <>
        {ownerName}
        <br />
        <span className="text-soft">{address}</span>
      </>
    ),
  },
  { head: 'Email', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  {
    head: 'Price',
    cell: ({ totalPrice }) => <span className="tabular-nums">{formatDollars(totalPrice)}</span>,
  },
  { head: 'Quantity', cell: ({ quantity }) => <span className="tabular-nums">{quantity}</span> },
  { head: 'Payment', cell: order => <Payment order={order} onRemove={onRemove} /> },
]

function Payment({ order, onRemove }: { order: Order; onRemove: Choose }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <PaymentState order={order} />
      <MoneyBack order={order} />
      {order.paid && <InvoiceButton order={order} />}
      {order.transactionId && (
        <span className="w-full break-all text-sm text-soft">
          <span className="sr-only">Transaction id </span>
          {order.transactionId}
        </span>
      )}
      {mayHappen('pay', order.state) && (
        <Link to={paths.payment(order._id)} className="btn btn-sm btn-primary" prefetch="intent">
          Payment
        </Link>
      )}
      {mayHappen('remove', order.state) && (
        <button type="button" className="btn btn-sm btn-quiet" onClick={() => onRemove(order)}>
          Remove<span className="sr-only"> the order of {order.itemName}</span>
        </button>
      )}
    </div>
  )
}
