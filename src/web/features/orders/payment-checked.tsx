import type { Order } from '#contract/orders.ts'
import { mayHappen } from '#domain/order.ts'

/** It can be paid now: unpaid, and no payment that may be for it is being checked. */
export const isPayable = ({ state, paymentUnmatchedAt }: Order): boolean =>
  mayHappen('pay', state) && paymentUnmatchedAt === null

/** Why an unpaid order cannot be paid at the moment; nothing where it can. */
export const PaymentChecked = ({ order: { state, paymentUnmatchedAt } }: { order: Order }) =>
  mayHappen('pay', state) && paymentUnmatchedAt ? (
    <p className="hold">
      We have received a payment that may be for this order and are checking it. You cannot pay it until we
      are done, so that you are not charged twice.
    </p>
  ) : null
