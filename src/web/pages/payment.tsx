import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { maxUnpaidOrders } from '#domain/order.ts'
import { isGone } from '../api/problem-error.ts'
import { isPayable } from '../features/orders/payment-checked.tsx'
import { ownOrder, ownOrders } from '../features/orders/queries.ts'
import { keptOf, useClaim } from '../features/payments/claim-payment.ts'
import { PaidOrders, PayOrders } from '../features/payments/pay-orders.tsx'
import { cardOptions } from '../features/payments/queries.ts'
import { startForUser } from '../features/session/start-queries.ts'
import { paths } from '../paths.ts'
import { describe } from '../ui/meta.ts'
import { Loading } from '../ui/spinner.tsx'
import { EmptyState, QueryError } from '../ui/states.tsx'
import type { Route } from './+types/payment.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'Payment', noindex: true })

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  startForUser(client => {
    void client.prefetchQuery(ownOrder(params.id))
    void client.prefetchQuery(cardOptions)
  })

export default function Payment({ params: { id } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const others = othersIn(params.get('with'), id)
  return <PaymentOf key={[id, ...others].join()} id={id} othersIds={others} />
}

/** The orders in the same payment: `?with=a,b`. */
const othersIn = (text: string | null, id: string): string[] =>
  [...new Set(text?.split(',').filter(other => other !== '' && other !== id))].slice(0, maxUnpaidOrders - 1)

/** How often the page polls for a payment that the shop has not recorded yet. */
const pollMs = 5000

function PaymentOf({ id, othersIds }: { id: string; othersIds: readonly string[] }) {
  const { receipt, claimNow, showCovered, markPaid } = useClaim(id)
  const refetchInterval = receipt?.status === 'late' ? pollMs : false
  const query = useQuery({ ...ownOrder(id), refetchInterval })
  const others = useQuery({ ...ownOrders(othersIds), refetchInterval })
  const known = knownOf(query, others)
  const hasArrived = receipt?.status === 'late' && keptOf(receipt, known).kept.length > 0
  useEffect(() => {
    if (hasArrived) markPaid()
  })
  if (receipt) return <PaidOrders receipt={receipt} known={known} />
  if (query.isPending || others.isPending) return <Loading />
  if (isGone(query.error)) return <NoSuchOrder />
  const failed = [query, others].find(({ data }) => !data)
  if (!query.data || !others.data) return <QueryError query={failed ?? query} />
  return (
    <PayOrders
      order={query.data}
      others={dueWith(query.data, others.data)}
      onConfirmed={claimNow}
      onCovered={showCovered}
    />
  )
}

/** The current orders; empty if a request failed, because cached orders may be outdated. */
function knownOf(first: UseQueryResult<Order>, others: UseQueryResult<Order[]>): Order[] {
  const hasFailed = (first.isError && !isGone(first.error)) || others.isError
  if (hasFailed || !others.data) return []
  return first.data && !first.isError ? [first.data, ...others.data] : others.data
}

/** The orders that share the first one's payment: payable if it is unpaid, or paid with it. */
const dueWith = ({ transactionId }: Order, others: readonly Order[]): Order[] =>
  others.filter(other => other.transactionId === transactionId && (other.paid || isPayable(other)))

const NoSuchOrder = () => (
  <EmptyState title="There is no such order.">
    <p className="text-soft">It may have been removed, or it belongs to another account.</p>
    <Link to={paths.myOrder} className="btn btn-primary">
      My Orders
    </Link>
  </EmptyState>
)
