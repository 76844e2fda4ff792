import type { Order } from '#contract/orders.ts'
import { mayHappen } from '#domain/order.ts'

/** Unpaid, and no payment that may belong to it is being checked. */
export const isPayable = ({ state, paymentUnmatchedAt }: Order): boolean =>
  mayHappen('pay', state) && paymentUnmatchedAt === null

/** Explains why an unpaid order cannot be paid now; renders nothing if it can. */
export const PaymentChecked = ({ order: { state, paymentUnmatchedAt } }: { order: Order }) =>
  mayHappen('pay', state) && paymentUnmatchedAt ? (
    <p className="hold">
      We have received a payment that may be for this order and are checking it. You cannot pay it until we
      are done, so that you are not charged twice.
    </p>
  ) : null
