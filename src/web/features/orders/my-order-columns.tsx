import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { formatAmount } from '#domain/money.ts'
import { paidWords } from '#domain/noted-payment.ts'
import { mayHappen } from '#domain/order.ts'
import { paths } from '../../paths.ts'
import { Email } from '../../ui/email.tsx'
import { PanelLink } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { HoldLeft } from './hold-left.tsx'
import { InvoiceButton } from './order-invoices.tsx'
import { OrderLine, PaymentState, SentBadge } from './order-line.tsx'
import { isPayable, PaymentChecked } from './payment-checked.tsx'
import { OrderPicture, type PictureOf } from './pictures.tsx'
import { RefundLines } from './refund-lines.tsx'
import { isToPay } from './waiting.ts'

/** The query parameter of an order's panel: `/dashboard/myOrder?order={id}`. */
export const orderParam = 'order'

interface RowActions {
  pictureOf: PictureOf
  onRemove: (order: Order) => void
  /** Selects orders to pay together; undefined if there are fewer than two. */
  choosing: { choose: (id: string, isChosen: boolean) => void; isChosen: (id: string) => boolean } | undefined
}

/** The spec's columns, with the item in front. */
export const myOrderColumns = (actions: RowActions): Column<Order>[] => [
  { head: 'Item', cell: order => <Ordered order={order} {...actions} /> },
  {
    head: 'Name and address',
    cell: ({ ownerName, address }) => (
      <>
        {ownerName}
        <br />
        <span className="text-soft">{address}</span>
      </>
    ),
  },
  { head: 'Email', cell: ({ email }) => <Email email={email} /> },
  {
    head: 'Price',
    cell: ({ totalPrice }) => <span className="tabular-nums">{formatAmount(totalPrice)}</span>,
  },
  { head: 'Quantity', cell: ({ quantity }) => <span className="tabular-nums">{quantity}</span> },
  { head: 'Payment', cell: order => <Payment order={order} {...actions} /> },
]

function Ordered({ order, pictureOf, choosing }: RowActions & { order: Order }) {
  const { _id, number, itemName } = order
  return (
    <div className="ordered">
      {choosing && isToPay(order) && (
        <label className="order-choice">
          <input
            type="checkbox"
            aria-label={`Select ${number} to pay it together with others`}
            checked={choosing.isChosen(_id)}
            onChange={event => choosing.choose(_id, event.target.checked)}
          />
        </label>
      )}
      <OrderPicture src={pictureOf(order)} />
      <span className="font-display text-lg">
        <PanelLink name={orderParam} value={_id} className="details-button">
          {itemName}
          <span className="sr-only"> Details</span>
        </PanelLink>
        <OrderLine order={order} />
      </span>
    </div>
  )
}

function Payment({ order, onRemove }: RowActions & { order: Order }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <PaymentState order={order} />
      <SentBadge order={order} />
      <RefundLines order={order} />
      {order.paid && <InvoiceButton order={order} />}
      {order.paidBy ? (
        <span className="w-full text-sm text-soft">{paidWords(order.paidBy)}</span>
      ) : (
        order.transactionId && (
          <span className="w-full break-all text-sm text-soft">
            <span className="sr-only">Transaction id </span>
            {order.transactionId}
          </span>
        )
      )}
      <PaymentChecked order={order} />
      {isPayable(order) && (
        <Link to={paths.payment(order._id)} className="btn btn-sm btn-primary" prefetch="intent">
          Payment
        </Link>
      )}
      {mayHappen('remove', order.state) && (
        <button type="button" className="btn btn-sm btn-quiet" onClick={() => onRemove(order)}>
          Remove<span className="sr-only"> the order of {order.itemName}</span>
        </button>
      )}
      {isPayable(order) && <HoldLeft order={order} />}
    </div>
  )
}
