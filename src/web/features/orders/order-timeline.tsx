import { useQuery } from '@tanstack/react-query'
import type { OrderEvent } from '#contract/orders.ts'
import { cardProvider, formerAdmin } from '#domain/order-event.ts'
import { Loading } from '../../ui/spinner.tsx'
import { PartError } from '../../ui/states.tsx'
import { When } from '../../ui/time.tsx'
import { orderTimeline } from './queries.ts'

const titles: Readonly<Record<OrderEvent['what'], string>> = {
  placed: 'Placed',
  quantity_changed: 'Quantity changed',
  hold_lapsed: 'No longer held',
  hold_retaken: 'Held again',
  payment_opened: 'Payment started',
  declined: 'Card declined',
  transfer_announced: 'To be paid by transfer',
  paid: 'Paid',
  payment_noted: 'Note about the payment',
  receipt_sent: 'Receipt sent',
  sent: 'Sent',
  unsent: 'Marked as not sent',
  canceled: 'Canceled',
  refund_asked: 'Refund requested',
  refunded: 'Refunded',
  refund_failed: 'Refund failed',
  disputed: 'Disputed',
  dispute_withdrawn: 'Withdrawn by the card provider for the dispute',
  dispute_returned: 'Returned by the card provider after the dispute',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
  removed: 'Removed',
}

interface OrderTimelineProps {
  id: string
  /** Shows the card provider's ids too, which tell a customer nothing. */
  isForAdmin?: boolean
}

export function OrderTimeline({ id, isForAdmin = false }: OrderTimelineProps) {
  const query = useQuery(orderTimeline(id))
  return (
    <section className="mt-8" aria-labelledby="timeline">
      <h3 id="timeline" className="font-display text-lg">
        What happened
      </h3>
      {query.isPending && <Loading />}
      {query.isError && <PartError query={query} />}
      <ol className="timeline-list">
        {query.data?.map(event => (
          <Event key={keyOf(event)} event={event} isForAdmin={isForAdmin} />
        ))}
      </ol>
    </section>
  )
}

/** Everyone else follows from what happened. */
function actorOf(by: string): string {
  if (by === cardProvider) return ' by the card provider'
  return by.includes('@') || by === formerAdmin ? ` by ${by}` : ''
}

/** Only declined cards can share a millisecond of one order. */
const keyOf = ({ at, what, detail }: OrderEvent): string => `${at} ${what} ${detail}`

const isProviderId = (detail: string): boolean => /^(pi|ch|py|re|du)_\w+$/.test(detail)

interface EventProps {
  event: OrderEvent
  isForAdmin: boolean
}

const Event = ({ event: { at, what, by, detail }, isForAdmin }: EventProps) => (
  <li>
    <span className="wrap-anywhere">
      <strong>{titles[what]}</strong>
      {actorOf(by)}
    </span>
    <span className="text-sm text-soft">
      <When at={at} />
    </span>
    {detail && (isForAdmin || !isProviderId(detail)) && (
      <span className="w-full text-sm wrap-anywhere">{detail}</span>
    )}
  </li>
)
