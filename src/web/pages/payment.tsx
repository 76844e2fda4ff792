import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { hasCode } from '../api/problem-error.ts'
import { type Receipt, useClaim } from '../features/payments/claim-payment.ts'
import { OrderSummary } from '../features/payments/order-summary.tsx'
import { PreparePayment } from '../features/payments/prepare-payment.tsx'
import { cardOptions, orderToPay } from '../features/payments/queries.ts'
import { ReceiptCard, TransactionId } from '../features/payments/receipt-card.tsx'
import { startForUser } from '../features/session/start-queries.ts'
import { paths } from '../paths.ts'
import { describe } from '../ui/meta.ts'
import { Loading } from '../ui/spinner.tsx'
import { EmptyState, QueryError } from '../ui/states.tsx'
import type { Route } from './+types/payment.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'Payment', own: true })

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  startForUser(client => {
    void client.prefetchQuery(orderToPay(params.id))
    void client.prefetchQuery(cardOptions)
  })

export default function Payment({ params: { id } }: Route.ComponentProps) {
  return <PaymentOf key={id} id={id} />
}

/** How often the page looks whether a payment that was not noted yet has arrived in the meantime. */
const lookAgain = 5000

function PaymentOf({ id }: { id: string }) {
  const { receipt, claimNow } = useClaim(id)
  const query = useQuery({
    ...orderToPay(id),
    refetchInterval: receipt?.standing === 'late' ? lookAgain : false,
  })
  if (query.isPending) return <Loading />
  if (!receipt && isGone(query.error)) return <NoSuchOrder />
  if (!query.data) return <QueryError query={query} />
  const order = query.data
  // Once the card was charged nothing here asks for money any more, whatever the shop knows by then.
  const due = !order.paid && !receipt
  return (
    <section aria-labelledby="page-title">
      <h2 id="page-title" className="mb-8 font-display text-2xl">
        {due ? 'Please pay for' : 'Order'} <span className="break-all text-soft">{id}</span> for{' '}
        {order.itemName}
      </h2>
      <div className="profile">
        <OrderSummary order={order} />
        <div className="panel flex flex-col gap-5">
          {receipt ? (
            <ReceiptCard receipt={upToDate(receipt, order)} />
          ) : order.paid ? (
            <AlreadyPaid order={order} />
          ) : (
            <PreparePayment order={order} onConfirmed={claimNow} />
          )}
        </div>
      </div>
    </section>
  )
}

/** The provider's own news may have reached the shop before this page could tell it. */
const upToDate = (receipt: Receipt, order: Order): Receipt =>
  order.paid && order.transactionId === receipt.transactionId ? { ...receipt, standing: 'paid' } : receipt

const AlreadyPaid = ({ order }: { order: Order }) => (
  <>
    <p className="font-display text-2xl">This order is already paid.</p>
    {order.transactionId && <TransactionId id={order.transactionId} />}
    <Link to={paths.myOrder} className="btn btn-quiet">
      My Orders
    </Link>
  </>
)

/** An address that was never an order's answers `bad_input`: for the customer both are simply not there. */
const isGone = (error: unknown): boolean => hasCode(error, 'not_found', 'bad_input')

const NoSuchOrder = () => (
  <EmptyState title="There is no such order.">
    <p className="text-soft">It may have been removed, or it belongs to another account.</p>
    <Link to={paths.myOrder} className="btn btn-primary">
      My Orders
    </Link>
  </EmptyState>
)
