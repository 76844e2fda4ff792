import type { Order } from '#contract/orders.ts'
import { isPayable } from './payment-checked.tsx'

/** Whether the stock of an unpaid order waits for its transfer. A card payment may hold it for longer. */
export const isWaiting = ({ state, transferUntil, heldUntil }: Order): boolean =>
  state === 'held' && transferUntil !== null && Date.parse(transferUntil) >= Date.parse(heldUntil)

/** Whether the customer still has to do something to pay for it. A card can pay a waiting order all the same. */
export const isToPay = (order: Order): boolean => isPayable(order) && !isWaiting(order)
