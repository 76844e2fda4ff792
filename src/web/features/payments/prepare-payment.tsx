import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { formatAmount, majorOf } from '#domain/money.ts'
import { priceOfSent } from '#domain/price.ts'
import { codeOf, sentenceOf } from '../../api/problem-error.ts'
import { ordersKey } from '../../api/query-keys.ts'
import { paths } from '../../paths.ts'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useHowToPay } from '../orders/how-to-pay.tsx'
import { useDelivery } from '../orders/use-delivery.ts'
import { CardForm } from './card-form.tsx'
import type { Charged, Confirmed } from './claim-payment.ts'
import { PayButton } from './pay-button.tsx'
import { cardProvider } from './queries.ts'
import type { Started } from './use-started.ts'

/** Loaded on demand, because few customers have such a voucher. */
const CompleteCovered = lazyComponent(() => import('./complete-covered.tsx'), 'The button Complete order')

interface PreparePaymentProps {
  order: Order
  /** Orders in the same payment. */
  others: readonly Order[]
  payment: Started
  onConfirmed: (confirmed: Confirmed, charged: Charged) => void
  onCovered: (charged: Charged) => void
}

/** Loads what paying needs: whether cards are accepted, the provider's script, and a payment to confirm. */
export function PreparePayment({ order, others, payment, onConfirmed, onCovered }: PreparePaymentProps) {
  const client = useQueryClient()
  const { options, started, hasChanged, agreed, voucher } = payment
  const orders = [order, ...others]
  const sum = majorOf(priceOfSent(orders, useDelivery(), agreed).total)
  const opened = useQuery(cardProvider(options.data?.cards))
  const code = codeOf(started.error)

  if (options.data?.cards === null || code === 'feature_off')
    return <CardsOff isTransferOffered={Boolean(options.data?.transfer)} />
  if (code === 'out_of_stock')
    return (
      <SoldOut
        // With several orders, only the shop knows which one it is.
        title={
          others.length > 0 ? sentenceOf(started.error) : `${order.itemName} has sold out in the meantime.`
        }
      />
    )
  if (code === 'payment_unmatched') return <BeingChecked sentence={sentenceOf(started.error)} />
  if (code === 'order_lapsed') return <Lapsed sentence={sentenceOf(started.error)} />
  if (code === 'already_paid') {
    const refetchOrders = () => void client.invalidateQueries({ queryKey: ordersKey })
    return (
      <Trouble
        amount={sum}
        message={sentenceOf(started.error)}
        action="See the order"
        onRetry={refetchOrders}
      />
    )
  }
  const failed = [options, started].find(query => query.isError && !query.isFetching)
  if (failed)
    return <Trouble amount={sum} message={sentenceOf(failed.error)} onRetry={() => void failed.refetch()} />
  if (agreed && voucher.code !== undefined && started.data?.clientSecret === '')
    return (
      <Suspense fallback={<Spinner />}>
        <CompleteCovered
          orders={orders}
          voucher={voucher.code}
          onCovered={paid => onCovered({ orders: paid, agreed })}
          onRefused={voucher.askAgain}
        />
      </Suspense>
    )
  if (opened.data === null && !opened.isFetching) {
    return <Trouble amount={sum} message={unreachable} onRetry={() => void opened.refetch()} />
  }
  if (!opened.data || !started.data || !agreed || started.isFetching) return <Preparing amount={sum} />
  return (
    <>
      <p role="status" className="empty:-mt-5">
        {hasChanged &&
          `The price of delivery has changed. This payment is now ${formatAmount(started.data.amount)}.`}
      </p>
      <CardForm
        key={`${started.data.clientSecret} ${started.dataUpdatedAt}`}
        stripe={opened.data}
        clientSecret={started.data.clientSecret}
        amount={started.data.amount}
        isAsking={voucher.isAsking}
        onConfirmed={confirmed => onConfirmed(confirmed, { orders, agreed })}
        onClosed={() => void started.refetch()}
      />
    </>
  )
}

const unreachable =
  'The card provider cannot be reached right now. Nothing was charged. Please check your connection and try again.'

const Preparing = ({ amount }: { amount: number }) => (
  <>
    <div role="status" className="card-fields">
      <Spinner />
      <span className="sr-only">Loading the card fields</span>
    </div>
    <PayButton amount={amount} />
  </>
)

interface TroubleProps {
  amount: number
  message: string
  action?: string
  onRetry: () => void
}

const Trouble = ({ amount, message, action = 'Try again', onRetry }: TroubleProps) => (
  <>
    <div role="alert" className="grid justify-items-start gap-4">
      <p>{message}</p>
      <button type="button" className="btn btn-quiet" onClick={onRetry}>
        {action}
      </button>
    </div>
    <PayButton amount={amount} />
  </>
)

const Notice = ({ title, children }: { title: string; children: ReactNode }) => (
  <div role="status" className="grid justify-items-start gap-4">
    <p className="font-display text-xl whitespace-pre-line wrap-anywhere">{title}</p>
    {children}
  </div>
)

/** The offer of a transfer stands below it. */
function CardsOff({ isTransferOffered }: { isTransferOffered: boolean }) {
  const howToPay = useHowToPay()
  if (isTransferOffered) return null
  if (howToPay) return <Notice title={howToPay}>{toOwnOrders}</Notice>
  return (
    <Notice title="Card payments are switched off in this shop.">
      <p className="text-soft">
        Your order is kept, and nothing was charged. Please come back a little later.
      </p>
      {toOwnOrders}
    </Notice>
  )
}

const toOwnOrders = (
  <Link to={paths.myOrder} className="btn btn-quiet">
    My Orders
  </Link>
)

/** A retry would not help: the order has to be removed first. */
const Lapsed = ({ sentence }: { sentence: string }) => (
  <Notice title={sentence}>
    <p className="text-soft">Nothing was charged.</p>
    <Link to={paths.myOrder} className="btn btn-primary">
      My Orders
    </Link>
  </Notice>
)

/** A customer who may have paid already must not be asked again. */
const BeingChecked = ({ sentence }: { sentence: string }) => (
  <Notice title="A payment for this order is being checked.">
    <p className="text-soft">{sentence}</p>
    <Link to={paths.myOrder} className="btn btn-primary">
      My Orders
    </Link>
  </Notice>
)

const SoldOut = ({ title }: { title: string }) => (
  <Notice title={title}>
    <p className="text-soft">
      It is no longer held for you, and another customer has bought it. Nothing was charged.
    </p>
    <Link to={paths.items} className="btn btn-primary">
      See our items
    </Link>
  </Notice>
)
