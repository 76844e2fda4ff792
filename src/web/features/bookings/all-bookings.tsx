import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { formatDollars } from '#domain/money.ts'
import { sentenceOf } from '../../api/problem-error.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { DetailsButton, OrderDetails, PaymentState } from './order-details.tsx'
import { allBookings } from './queries.ts'

export function AllBookings() {
  const list = useInfiniteQuery(allBookings)
  const [opened, setOpened] = useState<Booking>()
  if (list.isPending) return <Loading />
  if (list.isError) return <ErrorState message={sentenceOf(list.error)} onRetry={() => void list.refetch()} />
  const rows = list.data.pages.flatMap(page => page.rows)
  if (rows.length === 0) return <EmptyState title="Nobody has ordered anything yet." />
  return (
    <>
      <Table caption="All orders" columns={columnsOf(setOpened)} rows={rows} keyOf={row => row._id} />
      <LoadMore {...list} />
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
  { head: 'Payment', cell: booking => <PaymentState booking={booking} /> },
]
