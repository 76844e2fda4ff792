import type { Order } from '#contract/orders.ts'
import { usePrinting } from '../../ui/printing.tsx'
import { usePictures } from '../orders/pictures.tsx'
import { Slip } from '../orders/slip.tsx'
import { sumOf } from '../orders/sum-of.ts'
import type { Confirmed, Receipt } from './claim-payment.ts'
import { PreparePayment } from './prepare-payment.tsx'
import { ReceiptCard, TransactionId, WaysOn } from './receipt-card.tsx'

interface PayOrdersProps {
  order: Order
  /** Those that are paid with it. */
  others: readonly Order[]
  /** The payment of this visit, once there is one. */
  receipt: Receipt | undefined
  claimNow: (confirmed: Confirmed) => void
}

/** What is paid for on the shop's slip, which is stamped afterwards; beside it the card, and then what came of it. */
export function PayOrders({ order, others, receipt, claimNow }: PayOrdersProps) {
  const orders = [order, ...others]
  const pictureOf = usePictures(orders)
  const { print, printed } = usePrinting()
  const slip = <Slip orders={orders} pictureOf={pictureOf} />
  return (
    <section aria-labelledby="page-title">
      {/* Once the card was charged nothing here asks for money any more, whatever the shop knows by then. */}
      <Title order={order} more={others.length} isDue={!order.paid && !receipt} />
      <div className="profile">
        <div>
          <p className="mb-6 font-display text-xl">Hello, {order.ownerName}</p>
          {slip}
          <p className="mt-4 text-sm text-soft wrap-anywhere">Goes to {order.address}</p>
        </div>
        <div className="panel flex flex-col gap-5">
          {receipt ? (
            <ReceiptCard
              receipt={upToDate(receipt, order)}
              amount={sumOf(orders)}
              onPrint={() => print(slip)}
            />
          ) : order.paid ? (
            <AlreadyPaid order={order} />
          ) : (
            <PreparePayment order={order} others={others} onConfirmed={claimNow} />
          )}
        </div>
      </div>
      {printed}
    </section>
  )
}

/** The name leads; the spec's sentence with the id stands below it. */
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

/** The provider's own news may have reached the shop before this page could tell it. */
const upToDate = (receipt: Receipt, order: Order): Receipt =>
  order.paid && order.transactionId === receipt.transactionId ? { ...receipt, standing: 'paid' } : receipt

const AlreadyPaid = ({ order }: { order: Order }) => (
  <>
    <p className="font-display text-2xl">This order is already paid.</p>
    {order.transactionId && <TransactionId id={order.transactionId} />}
    <WaysOn />
  </>
)
