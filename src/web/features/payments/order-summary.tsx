import type { Order } from '#contract/orders.ts'
import { formatDollars } from '#domain/money.ts'

export function OrderSummary({ order }: { order: Order }) {
  const { number, ownerName, itemName, quantity, address, totalPrice } = order
  return (
    <div>
      <p className="font-display text-xl">Hello, {ownerName}</p>
      <dl className="profile-facts mt-6">
        <div>
          <dt>Order</dt>
          <dd>{number}</dd>
        </div>
        <div>
          <dt>Item</dt>
          <dd>
            {quantity} × {itemName}
          </dd>
        </div>
        <div>
          <dt>Goes to</dt>
          <dd>{address}</dd>
        </div>
      </dl>
      <p className="order-total mt-6">
        <span>Amount</span>
        <strong>{formatDollars(totalPrice)}</strong>
      </p>
    </div>
  )
}
