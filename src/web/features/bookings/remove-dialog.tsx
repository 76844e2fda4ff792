import type { Booking } from '#contract/bookings.ts'
import { sentenceOf } from '../../api/problem-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useRemoveBooking } from './queries.ts'

interface RemoveDialogProps {
  /** The order in question; closed without one. */
  booking: Booking | undefined
  onClose: () => void
}

export function RemoveDialog({ booking, onClose }: RemoveDialogProps) {
  const { mutate: remove, isPending } = useRemoveBooking()
  const confirm = ({ _id, itemName }: Booking) =>
    remove(_id, {
      onSuccess: () => toast(`Your order of ${itemName} was removed`),
      onError: error => toast(sentenceOf(error), 'bad'),
      onSettled: onClose,
    })
  return (
    <Dialog open={booking !== undefined} title="You really want to delete this product?" onClose={onClose}>
      <p className="mt-3 text-soft">
        {booking?.quantity} × {booking?.itemName}
      </p>
      <div className="mt-8 flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="btn btn-danger"
          disabled={isPending}
          onClick={() => booking && confirm(booking)}
        >
          Remove
        </button>
      </div>
    </Dialog>
  )
}
