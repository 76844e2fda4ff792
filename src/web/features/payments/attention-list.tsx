import { queryOptions, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { AttentionEntry } from '#contract/attention.ts'
import { formatAmount } from '#domain/money.ts'
import { call } from '../../api/call.ts'
import { ordersKey } from '../../api/query-keys.ts'
import { countOf } from '../../ui/count.ts'
import { PanelLink } from '../../ui/panel.tsx'
import { PartError } from '../../ui/states.tsx'
import { When } from '../../ui/time.tsx'

export const attentionNeeded = queryOptions({
  queryKey: [...ordersKey, 'attention'],
  queryFn: ({ signal }) => call('GET /attention', { signal }),
})

/** Payments that need a person's decision; renders nothing if there are none. */
export function AttentionList() {
  const list = useQuery(attentionNeeded)
  if (list.isError)
    return (
      <div className="panel mb-8">
        <PartError query={list} what="The list of payments that need attention" />
      </div>
    )
  if (!list.data || list.data.length === 0) return null
  return (
    <section className="panel mb-8" aria-labelledby="attention">
      <h3 id="attention" className="font-display text-xl">
        Needs your attention
      </h3>
      <ul className="mt-4 grid gap-4">
        {list.data.map(entry => (
          <Entry key={`${entry.kind} ${entry._id}`} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

const titles: Readonly<Record<AttentionEntry['kind'], string>> = {
  refund_failed: 'Refund failed',
  refund_needs_action: 'Refund waiting for the customer',
  dispute: 'Disputed',
  dispute_lost: 'Dispute lost',
  no_order: 'Charge without an order',
}

const advice: Readonly<Record<AttentionEntry['kind'], string>> = {
  refund_failed:
    'The customer’s bank declined the refund, and the customer has been told. Refund it again in its order, or pay the customer in another way.',
  refund_needs_action:
    'The customer must tell the card provider where to send the money, and has been asked to.',
  dispute:
    'The customer has asked their bank to reverse the payment. Answer at the card provider before its deadline. Until the bank decides, this payment cannot be refunded.',
  dispute_lost:
    'The bank has returned the money to the customer. There is nothing left to do. This line disappears after 90 days.',
  no_order:
    'The card provider has this money, but the shop has no order for it. Refund it at the card provider, or write to the customer.',
}

function Entry({ entry }: { entry: AttentionEntry }) {
  const { kind, at, amount, itemName, email, transactionId, detail } = entry
  return (
    <li className="grid gap-1">
      <p className="flex flex-wrap items-center gap-3">
        <span className="badge-quiet" data-tone="bad">
          {titles[kind]}
        </span>
        <strong className="tabular-nums">{formatAmount(amount)}</strong>
        <span className="text-sm text-soft">
          <When at={at} />
        </span>
      </p>
      <p className="wrap-anywhere">{[itemName, email].filter(Boolean).join(', ') || 'Unknown customer'}</p>
      <p className="text-sm text-soft">
        {advice[kind]} <OrdersOf entry={entry} />
      </p>
      <p className="break-all text-sm text-soft">
        {transactionId}
        {detail && ` (${detail.replaceAll('_', ' ')})`}
      </p>
    </li>
  )
}

function OrdersOf({ entry: { kind, orders, ordersGone } }: { entry: AttentionEntry }) {
  if (orders.length === 0 && ordersGone === 0) return null
  const gone =
    ordersGone > 0 && `${countOf(ordersGone, 'order')} that ${ordersGone === 1 ? 'is' : 'are'} gone`
  return (
    <>
      {kind === 'no_order' ? 'It names ' : 'It is about '}
      {orders.map(({ _id, number }, index) => (
        <Fragment key={_id}>
          {index > 0 && ', '}
          <PanelLink name="order" value={_id}>
            {number}
          </PanelLink>
        </Fragment>
      ))}
      {orders.length > 0 && gone && ' and '}
      {gone}.
    </>
  )
}
