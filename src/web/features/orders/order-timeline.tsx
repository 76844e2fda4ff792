import { useQuery } from '@tanstack/react-query'
import type { OrderEvent } from '#contract/orders.ts'
import { Loading } from '../../ui/spinner.tsx'
import { PartError } from '../../ui/states.tsx'
import { When } from '../../ui/time.tsx'
import { orderTimeline } from './queries.ts'

const titles: Readonly<Record<OrderEvent['what'], string>> = {
  placed: 'Placed',
  hold_lapsed: 'Hold lapsed',
  hold_retaken: 'Held again',
  payment_opened: 'Payment opened',
  declined: 'Card declined',
  paid: 'Paid',
  receipt_sent: 'Receipt sent',
  sent: 'Sent',
  unsent: 'Taken back: not sent',
  refund_asked: 'Refund asked for',
  refunded: 'Refunded',
  refund_failed: 'Refund failed',
  disputed: 'Disputed',
  dispute_withdrawn: 'Taken by the card provider for the dispute',
  dispute_returned: 'Returned by the card provider after the dispute',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
  removed: 'Removed',
}

export function OrderTimeline({ id }: { id: string }) {
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
          <Event key={keyOf(event)} event={event} />
        ))}
      </ol>
    </section>
  )
}

/** Only declined cards can share a millisecond of one order. */
const keyOf = ({ at, what, detail }: OrderEvent): string => `${at} ${what} ${detail}`

const Event = ({ event: { at, what, by, detail } }: { event: OrderEvent }) => (
  <li>
    <span className="wrap-anywhere">
      <strong>{titles[what]}</strong> <span className="text-soft">by {by}</span>
    </span>
    <span className="text-sm text-soft">
      <When at={at} />
    </span>
    {detail && <span className="w-full text-sm wrap-anywhere">{detail}</span>}
  </li>
)
