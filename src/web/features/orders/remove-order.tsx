import type { Order } from '#contract/orders.ts'
import { RemoveDialog } from '../../ui/remove-dialog.tsx'
import { useRemoveOrder } from './queries.ts'

interface RemoveOrderProps {
  /** The dialog is closed without an order. */
  order: Order | undefined
  onClose: () => void
}

export function RemoveOrder({ order, onClose }: RemoveOrderProps) {
  const { mutateAsync: remove } = useRemoveOrder()
  return (
    <RemoveDialog
      what={order && `${order.quantity} × ${order.itemName}`}
      onRemove={async () => order && remove(order._id)}
      done={`Your order of ${order?.itemName} was removed`}
      onClose={onClose}
    />
  )
}
