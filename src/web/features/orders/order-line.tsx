import type { Order } from '#contract/orders.ts'
import { isCanceled, isSendable, type OrderFilterName } from '#domain/order.ts'
import { trackingUrl } from '#domain/tracking.ts'
import { When } from '../../ui/time.tsx'
import { isWaiting } from './waiting.ts'

/** Labels for people who have to act on an order. */
export const filterTexts: Readonly<Record<OrderFilterName, string>> = {
  held: 'Held',
  awaiting_transfer: 'Awaiting transfer',
  lapsed: 'Hold expired',
  paid: 'To send',
  sent: 'Sent',
  refunded: 'Refunded',
  removed: 'Removed',
}

export const StateChip = ({ order }: { order: Order }) => (
  <span className="state-chip" data-state={isNotSent(order) ? undefined : order.state}>
    {nameOf(order)}
  </span>
)

function nameOf(order: Order): string {
  if (isCanceled(order)) return 'Canceled'
  if (isNotSent(order)) return 'Not to be sent'
  return filterTexts[isWaiting(order) ? 'awaiting_transfer' : order.state]
}

/** The money is going back, or the units are in stock again. */
const isNotSent = (order: Order): boolean => order.state === 'paid' && !isSendable(order)

/** The second line below the item, for its customer. */
export const OrderLine = ({ order: { number, createdAt } }: { order: Order }) => (
  <span className="order-line">
    <span>{number}</span>
    <When at={createdAt} />
  </span>
)

export function SentBadge({ order: { sentAt, carrier, tracking } }: { order: Order }) {
  if (!sentAt) return null
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="badge-quiet">{carrier ? `Sent by ${carrier}` : 'Sent'}</span>
      {tracking && (
        <span className="text-sm wrap-anywhere">
          {' '}
          <Tracking carrier={carrier} tracking={tracking} />
        </span>
      )}
    </span>
  )
}

/** The number of a parcel, as a link if its carrier has a page for it. */
export function Tracking({ carrier, tracking }: { carrier: string | null; tracking: string }) {
  const url = trackingUrl(carrier ?? '', tracking)
  if (!url) return tracking
  return (
    <a href={url} target="_blank" rel="noreferrer" className="link-quiet">
      {tracking === url ? 'Track parcel' : tracking}
    </a>
  )
}

export const PaymentState = ({ order: { paid } }: { order: Order }) => (
  <span className="badge-quiet" data-paid={paid}>
    {paid ? 'Paid' : 'Unpaid'}
  </span>
)
