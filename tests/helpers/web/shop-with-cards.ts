import type { SentDeliveryPrice } from '../../../src/contract/delivery-price.ts'
import type { Order } from '../../../src/contract/orders.ts'
import { json, type Network } from './network.ts'
import { ann, as, order } from './test-data.ts'

export const patch = `PATCH /api/booking/${order._id}`
export const start = 'POST /api/create-payment-intent'
export const paid: Order = { ...order, paid: true, transactionId: 'pi_1' }

interface ShownExtras {
  delivery?: number
  discount?: number
  deliveryPrice?: SentDeliveryPrice
}

/** What the shop answers when a payment starts. */
export const opened = (
  clientSecret: string,
  amount: number,
  { delivery = 0, discount = 0, deliveryPrice = null }: ShownExtras = {},
) => ({ clientSecret, amount, delivery, discount, deliveryPrice, currency: 'USD' })

/** A shop that takes cards, in which Ann has an unpaid order. */
export function shopWithCards(): Network {
  return as(ann)
    .on(`GET /api/booking/${order._id}`, () => json(order))
    .on('GET /api/payment-options', () =>
      json({ cards: { publishableKey: 'pk_test_1', scriptUrl: '/cards.js' }, emails: true }),
    )
    .on(start, () => json(opened('pi_1_secret_a', 3.3)))
    .on(patch, () => json(paid))
}
