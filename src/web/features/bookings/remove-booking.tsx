import type { Booking } from '#contract/bookings.ts'
import { RemoveDialog } from '../../ui/remove-dialog.tsx'
import { useRemoveBooking } from './queries.ts'

interface RemoveBookingProps {
  /** The order in question; closed without one. */
  booking: Booking | undefined
  onClose: () => void
}

export function RemoveBooking({ booking, onClose }: RemoveBookingProps) {
  const { mutateAsync: remove } = useRemoveBooking()
  return (
    <RemoveDialog
      what={booking && `${booking.quantity} × ${booking.itemName}`}
      onRemove={async () => booking && remove(booking._id)}
      done={`Your order of ${booking?.itemName} was removed`}
      onClose={onClose}
    />
  )
}
