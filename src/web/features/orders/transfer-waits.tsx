import type { Order } from '#contract/orders.ts'
import { isWaiting } from './waiting.ts'
import './hold-left.css'

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

interface TransferWaitsProps {
  order: Order | undefined
  /** The page of an admin waits for a transfer of somebody else. */
  isForAdmin?: boolean
}

/** In the reader's time zone; renders nothing if the order does not wait. */
export function TransferWaits({ order, isForAdmin = false }: TransferWaitsProps) {
  if (!order?.transferUntil || !isWaiting(order)) return null
  const until = dayFormat.format(new Date(order.transferUntil))
  return (
    <p className="hold">
      Waiting for {isForAdmin ? 'a' : 'your'} transfer until {until}
    </p>
  )
}
