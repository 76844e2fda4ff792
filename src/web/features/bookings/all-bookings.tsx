import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { formatDollars } from '#domain/money.ts'
import { Paged } from '../../ui/paged.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { MoneyBack } from './money-back.tsx'
import { DetailsButton, OrderDetails, PaymentState } from './order-details.tsx'
import { allBookings } from './queries.ts'

export function AllBookings() {
  const list = useInfiniteQuery(allBookings)
  const [opened, setOpened] = useState<Booking>()
  const nothing = <EmptyState title="Nobody has ordered anything yet." />
  return (
    <>
      <Paged list={list} empty={nothing}>
        {rows => (
          <Table caption="All orders" columns={columnsOf(setOpened)} rows={rows} keyOf={row => row._id} />
        )}
      </Paged>
      <OrderDetails booking={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}

const columnsOf = (onOpen: (booking: Booking) => void): Column<Booking>[] => [
  { head: 'SN', cell: (_, index) => index + 1 },
  { head: 'Owner Email', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  { head: 'Order Product', cell: booking => <DetailsButton booking={booking} onOpen={onOpen} /> },
  { head: 'Quantity', cell: ({ quantity }) => <span className="tabular-nums">{quantity}</span> },
  {
    head: 'Total Price',
    cell: ({ totalPrice }) => <span className="tabular-nums">{formatDollars(totalPrice)}</span>,
  },
  {
    head: 'Payment',
    cell: booking => (
      <span className="flex flex-wrap items-center gap-2">
        <PaymentState booking={booking} />
        <MoneyBack booking={booking} />
      </span>
    ),
  },
]
