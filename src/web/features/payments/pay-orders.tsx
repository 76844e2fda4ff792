import type { ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'
import { usePrinting } from '../../ui/printing.tsx'
import { usePictures } from '../orders/pictures.tsx'
import { UsageError } from '../orders/slip.tsx'
import { type Confirmed, keptOf, type Receipt } from './claim-payment.ts'
import { PreparePayment } from './prepare-payment.tsx'
import { NextLinks, ReceiptCard, TransactionId } from './receipt-card.tsx'

interface PayOrdersProps {
  order: Order
  /** Orders in the same payment. */
  others: readonly Order[]
  onConfirmed: (confirmed: Confirmed, orders: readonly Order[]) => void
}

export function PayOrders({ order, others, onConfirmed }: PayOrdersProps) {
  const orders = [order, ...others]
  const slip = <UsageError orders={orders} pictureOf={usePictures(orders)} />
  return (
    <Sheet orders={orders} isDue={!order.paid} slip={slip}>
      {order.paid ? (
        <AlreadyPaid order={order} />
      ) : (
        <PreparePayment {...{ order, others }} onConfirmed={confirmed => onConfirmed(confirmed, orders)} />
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
  const slip = <UsageError orders={kept.length > 0 ? kept : receipt.orders} pictureOf={pictureOf} />
  const status = kept.length > 0 && receipt.status !== 'recording' ? 'paid' : receipt.status
  return (
    <>
      <Sheet orders={receipt.orders} isDue={false} slip={slip}>
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
      <div className="profile">
        <div>
          <p className="mb-6 font-display text-xl">Hello, {order.ownerName}</p>
          {slip}
          <p className="mt-4 text-sm text-soft wrap-anywhere">Goes to {order.address}</p>
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
    <div className="mb-8">
      <p className="font-display text-3xl wrap-anywhere" aria-hidden="true">
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
    {order.transactionId && <TransactionId id={order.transactionId} />}
    <NextLinks />
  </>
)
