import type { Order } from '#contract/orders.ts'
import { formatDollars } from '#domain/money.ts'
import { AwningEdge } from '../../ui/awning-edge.tsx'
import { countOf } from '../../ui/count.ts'
import { shopName } from '../../ui/meta.ts'
import { When } from '../../ui/time.tsx'
import { OrderPicture, type PictureOf } from './pictures.tsx'
import { sumOf } from './sum-of.ts'
import './slip.css'

interface SlipProps {
  orders: readonly Order[]
  pictureOf: PictureOf
}

/** The shop's slip for orders that are paid together, stamped once they are paid. */
export function UsageError({ orders, pictureOf }: SlipProps) {
  const stamp = stampOf(orders)
  const at = orders[0]?.paidAt ?? orders[0]?.createdAt
  return (
    <section className="slip" aria-label={stamp ? 'Receipt' : 'Order slip'}>
      <AwningEdge />
      <p className="slip-head">
        <span className="font-display text-xl">{shopName}</span>
        {at && <When at={at} />}
      </p>
      <ul className="slip-lines">
        {orders.map(order => (
          <li key={order._id}>
            <OrderPicture src={pictureOf(order)} />
            <div className="min-w-0">
              <p className="font-display text-lg wrap-anywhere">{order.itemName}</p>
              <p className="slip-number">
                {order.number}, {countOf(order.quantity, 'piece')}
              </p>
            </div>
            {orders.length > 1 && <p className="tabular-nums">{formatDollars(order.totalPrice)}</p>}
          </li>
        ))}
      </ul>
      <p className="slip-total">
        <span>Total</span>
        <strong>{formatDollars(sumOf(orders))}</strong>
      </p>
      {stamp && <p className="slip-stamp">{stamp}</p>}
    </section>
  )
}

function stampOf(orders: readonly Order[]): string | undefined {
  if (orders.every(({ state }) => state === 'refunded')) return 'Refunded'
  return orders.every(({ paid }) => paid) ? 'Paid' : undefined
}
