import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import type { Order } from '#contract/orders.ts'
import { formatPrice } from '#domain/money.ts'
import { paidWords } from '#domain/paid-by.ts'
import { priceOfSent } from '#domain/price.ts'
import { countOf } from '../../ui/count.ts'
import { phone, useMedia } from '../../ui/media.ts'
import './pay-orders.css'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { usePrinting } from '../../ui/printing.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { usePictures } from '../orders/pictures.tsx'
import { Slip } from '../orders/slip.tsx'
import { type Confirmed, keptOf, type Receipt } from './claim-payment.ts'
import { PreparePayment } from './prepare-payment.tsx'
import { cardOptions } from './queries.ts'
import { NextLinks, ReceiptCard, TransactionId } from './receipt-card.tsx'

/** Loaded on demand, because few shops offer transfers. */
const TransferOffer = lazyComponent(() => import('../orders/transfer-offer.tsx'))

interface PayOrdersProps {
  order: Order
  /** Orders in the same payment. */
  others: readonly Order[]
  onConfirmed: (confirmed: Confirmed, orders: readonly Order[]) => void
}

export function PayOrders({ order, others, onConfirmed }: PayOrdersProps) {
  const orders = [order, ...others]
  const { data: options } = useQuery(cardOptions)
  const slip = <Slip orders={orders} pictureOf={usePictures(orders)} />
  return (
    <Sheet
      orders={orders}
      isDue={!order.paid}
      slip={order.paid ? slip : <Folded orders={orders}>{slip}</Folded>}
    >
      {order.paid ? (
        <AlreadyPaid order={order} />
      ) : (
        <>
          <PreparePayment {...{ order, others }} onConfirmed={confirmed => onConfirmed(confirmed, orders)} />
          {options?.transfer && (
            <Suspense fallback={<Loading />}>
              <TransferOffer transfer={options.transfer} orders={orders} />
            </Suspense>
          )}
        </>
      )}
    </Sheet>
  )
}

interface PaidOrdersProps {
  receipt: Receipt
  /** The current state of the orders at the shop. */
  known: readonly Order[]
}

/** After the charge this page never asks for money again, whatever the shop knows. */
export function PaidOrders({ receipt, known }: PaidOrdersProps) {
  const { kept, lost } = keptOf(receipt, known)
  const pictureOf = usePictures(receipt.orders)
  const { print, printed } = usePrinting()
  const slip = <Slip orders={kept.length > 0 ? kept : receipt.orders} pictureOf={pictureOf} />
  const box = useBroughtIntoView(kept.length > 0)
  const status = kept.length > 0 && receipt.status !== 'recording' ? 'paid' : receipt.status
  return (
    <>
      <Sheet
        orders={receipt.orders}
        isDue={false}
        slip={
          <div ref={box} className="just-paid">
            {slip}
          </div>
        }
      >
        <ReceiptCard
          receipt={{ ...receipt, status }}
          lost={lost}
          onPrint={kept.length > 0 ? () => print(slip) : undefined}
        />
      </Sheet>
      {printed}
    </>
  )
}

/** After the charge: first the slip, which on a phone was folded, and later the stamp that lands on it. */
function useBroughtIntoView(isStamped: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const isPhone = useMedia(phone)
  useEffect(() => {
    const stamp = isStamped && box.current?.querySelector('.slip-stamp')
    if (stamp) stamp.scrollIntoView({ block: 'nearest' })
    else box.current?.scrollIntoView({ block: isPhone ? 'start' : 'nearest' })
  }, [isStamped, isPhone])
  return box
}

/** On a phone the slip is one line, so that the card fields are on the first screen. */
function Folded({ orders, children }: { orders: readonly Order[]; children: ReactNode }) {
  if (!useMedia(phone)) return children
  const pieces = orders.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <details className="fold slip-fold">
      <summary>
        {countOf(pieces, 'item')} · {formatPrice(priceOfSent(orders).total)}
      </summary>
      {children}
    </details>
  )
}

interface SheetProps {
  orders: readonly Order[]
  isDue: boolean
  slip: ReactNode
  children: ReactNode
}

function Sheet({ orders: [order, ...others], isDue, slip, children }: SheetProps) {
  if (!order) return null
  return (
    <section aria-labelledby="page-title">
      <Title order={order} more={others.length} isDue={isDue} />
      <div className="profile pay-sheet">
        <div>
          <p className="pay-hello font-display text-xl" data-due={isDue}>
            Hello, {order.ownerName}
          </p>
          {slip}
          <p className="pay-address text-sm text-soft wrap-anywhere">Delivering to {order.address}</p>
        </div>
        <div className="panel flex flex-col gap-5">{children}</div>
      </div>
    </section>
  )
}

/** The item's name comes first; the spec's sentence with the id is below it. */
function Title({ order, more, isDue }: { order: Order; more: number; isDue: boolean }) {
  const andMore = more > 0 ? ` and ${more} more` : ''
  return (
    <div className="pay-title">
      <p className="font-display wrap-anywhere" aria-hidden="true">
        {order.itemName}
        {andMore}
      </p>
      <h2 id="page-title" className="text-sm text-soft">
        {isDue ? 'Please pay for' : 'Order'} <span className="break-all">{order._id}</span> for{' '}
        {order.itemName}
        {andMore}
      </h2>
    </div>
  )
}

const AlreadyPaid = ({ order }: { order: Order }) => (
  <>
    <p className="font-display text-2xl">This order is already paid.</p>
    {order.paidBy ? (
      <p>{paidWords(order.paidBy)}</p>
    ) : (
      order.transactionId && <TransactionId id={order.transactionId} />
    )}
    <NextLinks />
  </>
)
