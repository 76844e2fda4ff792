import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { formatDollars } from '#domain/money.ts'
import { Paged } from '../../ui/paged.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { MoneyBack } from './money-back.tsx'
import { DetailsButton, OrderDetails, PaymentState } from './order-details.tsx'
import { allOrders } from './queries.ts'

export function AllOrders() {
  const list = useInfiniteQuery(allOrders)
  const [opened, setOpened] = useState<Order>()
  const nothing = <EmptyState title="Nobody has ordered anything yet." />
  return (
    <>
      <Paged list={list} empty={nothing}>
        {rows => (
          <Table caption="All orders" columns={columnsOf(setOpened)} rows={rows} keyOf={row => row._id} />
        )}
      </Paged>
      <OrderDetails order={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}

const columnsOf = (onOpen: (order: Order) => void): Column<Order>[] => [
  { head: 'SN', cell: (_, index) => index + 1 },
  { head: 'Owner Email', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  { head: 'Order Product', cell: order => <DetailsButton order={order} onOpen={onOpen} /> },
  { head: 'Quantity', cell: ({ quantity }) => <span className="tabular-nums">{quantity}</span> },
  {
    head: 'Total Price',
    cell: ({ totalPrice }) => <span className="tabular-nums">{formatDollars(totalPrice)}</span>,
  },
  {
    head: 'Payment',
    cell: order => (
      <span className="flex flex-wrap items-center gap-2">
        <PaymentState order={order} />
        <MoneyBack order={order} />
      </span>
    ),
  },
]
