import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/bookings.ts'
import { mayHappen } from '#domain/booking.ts'
import { formatDollars } from '#domain/money.ts'
import { paths } from '../../paths.ts'
import { Paged } from '../../ui/paged.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { MoneyBack } from './money-back.tsx'
import { DetailsButton, OrderDetails, PaymentState } from './order-details.tsx'
import { myBookings } from './queries.ts'
import { RemoveBooking } from './remove-booking.tsx'

export function MyBookings({ email }: { email: string }) {
  const list = useInfiniteQuery(myBookings(email))
  const [removing, setRemoving] = useState<Booking>()
  const [opened, setOpened] = useState<Booking>()
  return (
    <>
      <Paged list={list} empty={<NothingOrdered />}>
        {rows => (
          <Table
            caption="Your orders"
            columns={columnsOf(setRemoving, setOpened)}
            rows={rows}
            keyOf={row => row._id}
          />
        )}
      </Paged>
      <RemoveBooking booking={removing} onClose={() => setRemoving(undefined)} />
      <OrderDetails booking={opened} onClose={() => setOpened(undefined)} />
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

type Choose = (booking: Booking) => void

const columnsOf = (onRemove: Choose, onOpen: Choose): Column<Booking>[] => [
  {
    head: 'Item',
    cell: booking => (
      <span className="font-display text-lg">
        <DetailsButton booking={booking} onOpen={onOpen} />
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
  { head: 'Payment', cell: booking => <Payment booking={booking} onRemove={onRemove} /> },
]

function Payment({ booking, onRemove }: { booking: Booking; onRemove: Choose }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <PaymentState booking={booking} />
      <MoneyBack booking={booking} />
      {booking.transactionId && (
        <span className="w-full break-all text-sm text-soft">
          <span className="sr-only">Transaction id </span>
          {booking.transactionId}
        </span>
      )}
      {mayHappen('pay', booking.state) && (
        <Link to={paths.payment(booking._id)} className="btn btn-sm btn-primary" prefetch="intent">
          Payment
        </Link>
      )}
      {mayHappen('remove', booking.state) && (
        <button type="button" className="btn btn-sm btn-quiet" onClick={() => onRemove(booking)}>
          Remove<span className="sr-only"> the order of {booking.itemName}</span>
        </button>
      )}
    </div>
  )
}
