import { useQuery } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'
import type { RefundEntry } from '#contract/refunds.ts'
import { refundsBlocked } from '#domain/dispute.ts'
import { formatAmount } from '#domain/money.ts'
import { isCanceled, isCovered, mayHappen } from '#domain/order.ts'
import { KeepFocus } from '../../ui/keep-focus.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { PartError } from '../../ui/states.tsx'
import { When } from '../../ui/time.tsx'
import { CancelForm } from './cancel-form.tsx'
import { orderRefunds } from './queries.ts'
import { RefundForm } from './refund-form.tsx'

export function RefundSection({ order }: { order: Order }) {
  const isFree = isCovered(order)
  const mayRefund = mayHappen('refund', order.state) && (order.refundableAmount > 0 || mayCancel(order))
  return (
    <section className="mt-8" aria-labelledby="refund">
      <h3 id="refund" className="font-display text-lg">
        {isFree ? 'Cancel' : 'Refund'}
      </h3>
      <RefundList id={order._id} />
      <KeepFocus>
        {mayRefund && (isFree ? <CancelForm order={order} /> : <RefundForm order={order} />)}
        {!mayRefund && <p className="mt-3">{nothingLeft(order)}</p>}
      </KeepFocus>
    </section>
  )
}

const mayCancel = (order: Order): boolean => isCovered(order) && order.refundsBlockedAt === null

function nothingLeft(order: Order): string {
  const { refundsBlockedAt, disputeLostAmount, refundPendingAmount } = order
  if (isCanceled(order)) return 'This order has been canceled.'
  if (refundsBlockedAt) return refundsBlocked(disputeLostAmount > 0).message
  return refundPendingAmount > 0
    ? 'Refunds of the rest are in progress: nothing is left to refund.'
    : 'Everything has been refunded.'
}

function RefundList({ id }: { id: string }) {
  const query = useQuery(orderRefunds(id))
  if (query.isPending) return <Loading />
  if (query.isError) return <PartError query={query} />
  if (query.data.length === 0) return null
  return (
    <ul aria-label="Refunds" className="timeline-list">
      {query.data.map(entry => (
        <Entry key={entry._id} entry={entry} />
      ))}
    </ul>
  )
}

const statusNames: Readonly<Record<RefundEntry['status'], string>> = {
  pending: 'In progress',
  needs_action: 'Waiting for the customer',
  succeeded: 'Refunded',
  failed: 'Failed',
}

/** The reason for refunds that no admin has explained. */
const reasonNames: Readonly<Record<RefundEntry['reason'], string>> = {
  removed: 'The order was removed before the payment arrived.',
  sold_out: 'Sold out before the payment arrived.',
  already_paid: 'It was paid twice.',
  other_amount: 'A different amount was paid.',
  no_order: 'There was no order for it.',
  by_admin: '',
  by_provider: 'Refunded on the card provider’s own pages.',
}

const Entry = ({ entry }: { entry: RefundEntry }) => (
  <li>
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {entry.amount > 0 && <strong className="tabular-nums">{formatAmount(entry.amount)}</strong>}
      <span className="badge-quiet" data-tone={entry.status === 'failed' ? 'bad' : undefined}>
        {entry.amount > 0 ? statusNames[entry.status] : 'Canceled'}
      </span>
      <span className="text-soft wrap-anywhere">by {whoAsked(entry)}</span>
    </span>
    <span className="text-sm text-soft">
      <When at={entry.at} />
    </span>
    {detailsOf(entry).map(line => (
      <span key={line} className="w-full text-sm wrap-anywhere">
        {line}
      </span>
    ))}
  </li>
)

const whoAsked = ({ by, reason }: RefundEntry): string =>
  by ?? (reason === 'by_provider' ? 'the card provider' : 'the shop')

const detailsOf = ({ note, reason, restocked, failure }: RefundEntry): string[] => [
  note ?? reasonNames[reason],
  ...(restocked > 0 ? [`${restocked} restocked`] : []),
  ...(failure ? [`Why it failed: ${failure.replaceAll('_', ' ')}`] : []),
]
