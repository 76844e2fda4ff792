import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import type { Order } from '#contract/orders.ts'
import { formatPrice } from '#domain/money.ts'
import { paidWords } from '#domain/noted-payment.ts'
import { type Extras, priceOfSent } from '#domain/price.ts'
import { countOf } from '../../ui/count.ts'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { phone, useMedia } from '../../ui/media.ts'
import './pay-orders.css'
import { usePrinting } from '../../ui/printing.tsx'
import { usePictures } from '../orders/pictures.tsx'
import { Slip } from '../orders/slip.tsx'
import { toldToWaiting } from '../orders/told.ts'
import { useDelivery } from '../orders/use-delivery.ts'
import { type Charged, type Confirmed, keptOf, type Receipt } from './claim-payment.ts'
import { PreparePayment } from './prepare-payment.tsx'
import { NextLinks, ReceiptCard, TransactionId } from './receipt-card.tsx'
import { useStarted } from './use-started.ts'

/** Loaded on demand, because few shops offer it. */
const TransferOffer = lazyComponent(() => import('../orders/transfer-offer.tsx'), 'Payment by transfer')
/** Loaded on demand, because most shops have no vouchers. */
const VoucherPart = lazyComponent(() => import('./voucher-part.tsx'), 'The field for your voucher')

interface PayOrdersProps {
  order: Order
  /** Orders in the same payment. */
  others: readonly Order[]
  onConfirmed: (confirmed: Confirmed, charged: Charged) => void
  onCovered: (charged: Charged) => void
}

export const PayOrders = (props: PayOrdersProps) =>
  props.order.paid ? <OrdersPaidBefore {...props} /> : <DueOrders {...props} />

function OrdersPaidBefore({ order, others }: PayOrdersProps) {
  const orders = [order, ...others]
  return (
    <Sheet orders={orders} isDue={false} slip={<Slip orders={orders} pictureOf={usePictures(orders)} />}>
      <AlreadyPaid order={order} />
    </Sheet>
  )
}

function DueOrders({ order, others, ...done }: PayOrdersProps) {
  const payment = useStarted(order, others)
  const { voucher, isCovered } = payment
  const { transfer, cards } = payment.options.data ?? {}
  const orders = [order, ...others]
  // Without cards, only a transfer can pay them.
  const agreed = cards === null ? toldToWaiting(orders) : payment.agreed
  const pictureOf = usePictures(orders)
  return (
    <Sheet
      orders={orders}
      isDue
      slip={
        <>
          <Folded {...{ orders, agreed }}>
            <Slip {...{ orders, pictureOf, agreed }} />
          </Folded>
          {voucher.isOffered && (
            <Suspense>
              <VoucherPart voucher={voucher} email={order.email} />
            </Suspense>
          )}
        </>
      }
    >
      <PreparePayment {...{ order, others, payment, ...done }} />
      <Suspense fallback={null}>
        {transfer && !isCovered && (
          <TransferOffer {...{ transfer, orders }} hasVoucher={voucher.isAccepted} />
        )}
      </Suspense>
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
  const slip = (
    <Slip orders={kept.length > 0 ? kept : receipt.orders} {...{ pictureOf, agreed: receipt.agreed }} />
  )
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

interface FoldedProps {
  orders: readonly Order[]
  agreed: Extras | undefined
  children: ReactNode
}

/** On a phone the slip is one line, so that the card fields are on the first screen. */
function Folded({ orders, agreed, children }: FoldedProps) {
  const delivery = useDelivery()
  if (!useMedia(phone)) return children
  const pieces = orders.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <details className="fold slip-fold">
      <summary>
        {countOf(pieces, 'item')} · {formatPrice(priceOfSent(orders, delivery, agreed).total)}
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
