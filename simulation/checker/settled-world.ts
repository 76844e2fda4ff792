import type { ProviderPayment } from '../interfaces.ts'
import { type Shelf, Trace } from './trace.ts'
import type { Order } from './wire.ts'

export interface SettledWorld {
  t: Trace
  money: Money
  order: Order
  payment: ProviderPayment
  receipt: { subject: string; text: string }
  lists: Record<string, unknown>
  verify: string[]
  payments: ProviderPayment[]
}

/** What one tray costs and two do, as emails write it, and how many minor units one unit has. */
export interface Money {
  code: string
  price: number
  each: string
  total: string
  minorUnits: number
}

const dollars: Money = { code: 'USD', price: 18.5, each: '$18.50', total: '$37', minorUnits: 100 }

/** Ann has bought two trays, and one came back; everything is as it should be. */
export function settledWorld(money = dollars, taxRates: readonly object[] = []): SettledWorld {
  const t = new Trace()
  const owner = t.admin()
  const { code: currency, price, each, total, minorUnits } = money
  if (currency !== 'USD' || taxRates.length > 0) t.sellIn(currency, taxRates)
  const item = t.addItem({ price, currency })
  t.signUp('ann')
  const paid = t.pay('ann', t.place('ann', item, {}, 'k1'))
  const order: Order = {
    ...paid,
    refundedAmount: price,
    refundableAmount: price,
    keptAmount: price,
    restockedQuantity: 1,
  }
  const body = { amount: price, reason: 'Scratched', restock: 1 }
  t.ask('olga', `POST /api/booking/${order._id}/refund`, 200, order, { body, key: 'r1' })
  const transaction = order.transactionId ?? ''
  const entry = {
    _id: 'refund-1',
    amount: price,
    currency,
    status: 'succeeded',
    reason: 'by_admin',
    note: 'Scratched',
    restocked: 1,
  }
  const at = t.iso()
  const audited = (what: string, detail: object, n: number) => ({
    _id: `a${n}`,
    at,
    who: owner,
    what,
    detail,
    hash: `hash ${n}`,
  })
  const payment: ProviderPayment = {
    id: transaction,
    status: 'succeeded',
    amount: 2 * price * minorUnits,
    received: 2 * price * minorUnits,
    currency: currency.toLowerCase(),
    metadata: { bookingId: order._id },
    refunds: [
      { id: 're_1', amount: price * minorUnits, status: 'succeeded', metadata: { refundId: 'refund-1' } },
    ],
    disputes: [],
  }
  const document = { currency, taxes: [], orders: [order.number], issuedAt: at }
  const sold = `Oak Tray (${order.number}, 2 at ${each} each): ${total}`
  return {
    t,
    money,
    order,
    payment,
    receipt: {
      subject: 'Your receipt for Oak Tray',
      text: `Thank you.\n\n${sold}\nPaid: ${total}\nTransaction id: ${transaction}`,
    },
    verify: [],
    payments: [payment],
    lists: {
      '/api/booking': [order],
      [`/api/booking/${order._id}/invoices`]: [
        { ...document, number: 'INV-1001', kind: 'invoice', amount: 2 * price },
        { ...document, number: 'CN-1001', kind: 'credit_note', amount: price },
      ],
      [`/api/booking/${order._id}/refunds`]: [entry],
      '/api/item': [item],
      [`/api/item/${item._id}`]: { ...item, stocked: 11, availableQuantity: 9, sold: 2 },
      [`/api/item/${item._id}/stock`]: [
        { _id: 's2', change: 1, reason: `Back from ${order.number}: Scratched`, by: owner },
        { _id: 's1', change: 10, reason: 'At first', by: owner },
      ],
      '/api/audit': [
        audited('refund_asked', { order: order._id, refund: 'refund-1' }, 2),
        audited('item_added', { item: item._id }, 1),
      ],
    },
  }
}

export const emails = (
  { t, order, receipt, money: { each, total } }: SettledWorld,
  to = 'ann@example.com',
) => {
  t.mail(to, receipt.subject, receipt.text)
  t.mail(
    'ann@example.com',
    `We’ve refunded ${each} of your payment for Oak Tray`,
    `Hello.\n\nOak Tray (${order.number}, 2 at ${each} each): ${total}\nRefunded: ${each}\nReason: Scratched`,
  )
}

export const shelfOf = ({ lists, verify, payments }: SettledWorld): Shelf => ({ lists, verify, payments })
