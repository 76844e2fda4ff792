import type { ReactNode } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { formatDollars, unitPriceOf } from '#domain/money.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { moneyBackOf } from './money-back.tsx'

interface OrderDetailsProps {
  /** The order in question; closed without one. */
  booking: Booking | undefined
  onClose: () => void
}

/** Everything the shop knows of an order. */
export function OrderDetails({ booking, onClose }: OrderDetailsProps) {
  return (
    <Dialog open={booking !== undefined} title="Order details" onClose={onClose}>
      <dl className="order-facts">
        {booking &&
          factsOf(booking).map(([head, value]) => (
            <div key={head}>
              <dt>{head}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <div className="mt-8 flex justify-end">
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  )
}

const factsOf = (booking: Booking): [string, ReactNode][] => [
  ['Order id', booking._id],
  ['Item', booking.itemName],
  ['Quantity', booking.quantity],
  ['Unit price', formatDollars(unitPriceOf(booking.totalPrice, booking.quantity))],
  ['Total', formatDollars(booking.totalPrice)],
  ['Name', booking.ownerName],
  ['Email', booking.email],
  ['Mobile number', booking.mobileNumber],
  ['Address', booking.address],
  ['Payment', <PaymentState key="payment" booking={booking} />],
  ['Transaction id', booking.transactionId ?? 'None yet'],
  ['Money back', moneyBackOf(booking).join(', ') || 'None'],
]

export const PaymentState = ({ booking: { paid } }: { booking: Booking }) => (
  <span className="badge-quiet" data-paid={paid}>
    {paid ? 'Paid' : 'Unpaid'}
  </span>
)

/** The name of the ordered item, which opens the rest. */
export const DetailsButton = ({ booking, onOpen }: { booking: Booking; onOpen: (one: Booking) => void }) => (
  <button type="button" className="details-button" onClick={() => onOpen(booking)}>
    {booking.itemName}
    <span className="sr-only"> Details</span>
  </button>
)
