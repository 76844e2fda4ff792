import type { Order } from '#contract/orders.ts'
import { formatAmount } from '#domain/money.ts'
import { isSendable } from '#domain/order.ts'
import { Email } from '../../ui/email.tsx'
import { PanelLink } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { Ago } from './ago.tsx'
import { orderParam } from './order-filter.ts'
import { PaymentState, StateChip } from './order-line.tsx'
import { OrderPicture, type PictureOf } from './pictures.tsx'
import { RefundLines } from './refund-lines.tsx'

interface RowActions {
  choose: (id: string, isChosen: boolean) => void
  isChosen: (id: string) => boolean
  pictureOf: PictureOf
}

/** The spec's columns. What they have no column for stands beside the number and the item. */
export const allOrderColumns = (actions: RowActions): Column<Order>[] => [
  { head: 'SN', cell: (order, index) => <RowNumber order={order} sn={index + 1} {...actions} /> },
  { head: 'Owner Email', cell: ({ email }) => <Email email={email} /> },
  { head: 'Order Product', cell: order => <Product order={order} /> },
  { head: 'Quantity', cell: ({ quantity }) => quantity, isFigure: true },
  { head: 'Total Price', cell: ({ totalPrice }) => formatAmount(totalPrice), isFigure: true },
  {
    head: 'Payment',
    cell: order => (
      <span className="flex flex-wrap items-center gap-2">
        <PaymentState order={order} />
        <RefundLines order={order} />
      </span>
    ),
  },
]

/** Orders that can be sent have a checkbox. */
function RowNumber({ order, sn, choose, isChosen, pictureOf }: RowActions & { order: Order; sn: number }) {
  return (
    <span className="order-start">
      {isSendable(order) ? (
        <label className="chooser">
          <input
            type="checkbox"
            aria-label={`Select ${order.number} to send it`}
            checked={isChosen(order._id)}
            onChange={event => choose(order._id, event.target.checked)}
          />
          {sn}
        </label>
      ) : (
        <span className="order-sn">{sn}</span>
      )}
      <OrderPicture src={pictureOf(order)} />
    </span>
  )
}

const Product = ({ order }: { order: Order }) => (
  <>
    <span className="order-item">{order.itemName}</span> <StateChip order={order} />
    <span className="order-line">
      <span>{order.number}</span>
      <span className="order-name">{order.ownerName}</span>
      <Ago at={order.createdAt} />
      <PanelLink name={orderParam} value={order._id} className="details-button" data-order={order._id}>
        Details<span className="sr-only"> of {order.number}</span>
      </PanelLink>
    </span>
  </>
)
