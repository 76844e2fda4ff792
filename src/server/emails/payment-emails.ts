import { formatNumber } from '#domain/order-number.ts'
import type { OrderRow, RefundRow, UnmatchedPaymentRow } from '../db/schema/tables.ts'
import type { NewEmail } from '../store/outbox.ts'
import { isCanceled } from '../store/refunds.ts'
import { type Addressee, type Content, emailTo, type Line, money } from './message.ts'

/** The recipient of an email about a payment, and the purchase. */
export interface Buyer extends Addressee {
  name: string
  item: string
  lines: Line[]
}

/** From an order, or from the card provider's data if a payment has no order. */
export function buyerOf(row: OrderRow | UnmatchedPaymentRow): Buyer {
  if ('owner_name' in row)
    return { ...ownerOf(row), name: row.owner_name, item: row.item_name, lines: orderLines(row) }
  return {
    id: row.user_id,
    email: row.email ?? '',
    name: '',
    item: row.description ?? 'your order',
    lines: [],
  }
}

const ownerOf = ({ user_id, email }: OrderRow): Addressee => ({ id: user_id, email })

/** For all orders of one payment. */
export function receipt(paymentId: string, orders: readonly OrderRow[], transactionId: string): NewEmail {
  const [first, ...others] = orders
  const isOne = others.length === 0
  const sum = orders.reduce((cents, { total_cents }) => cents + total_cents, 0)
  const content: Content = {
    subject: `Your receipt for ${first?.item_name}${isOne ? '' : ` and ${others.length} more`}`,
    opening: `Thank you, ${first?.owner_name}. ${isOne ? 'Your order is' : `Your ${orders.length} orders are`} paid.`,
    lines: [
      ...orders.flatMap((order): Line[] => [
        ...orderLines(order),
        ...(isOne ? [] : [['Amount', money(order.total_cents)] satisfies Line]),
        ['Deliver to', order.address],
      ]),
      ['Transaction id', transactionId],
    ],
    total: [isOne ? 'Paid' : 'Paid together', money(sum)],
    closing: 'Keep this email as your receipt. If anything is wrong with your order, just reply to it.',
  }
  return {
    ...emailTo(`receipt ${paymentId}`, { id: first?.user_id ?? null, email: first?.email ?? '' }, content),
    receipt_of: paymentId,
  }
}

/** An order that is unsent and sent again gets a second email. */
export const parcelNoticeId = ({ id, sent_at }: OrderRow): string => `sent ${id} ${sent_at}`

export function parcelNotice(order: OrderRow): NewEmail {
  const { carrier, tracking } = order
  return emailTo(parcelNoticeId(order), ownerOf(order), {
    subject: `${order.item_name} is on its way`,
    opening: `Hello ${order.owner_name}. We have sent your order.`,
    lines: [
      ...orderLines(order),
      ...(order.restocked_quantity > 0 ? [inParcel(order)] : []),
      ['Goes to', order.address],
      ...(carrier ? [['Carrier', carrier] satisfies Line] : []),
      ...(tracking ? [['Tracking', tracking] satisfies Line] : []),
    ],
    closing: 'If it does not arrive, just reply to this email.',
  })
}

/** Excludes units that were returned to the shelf with a refund. */
const inParcel = ({ quantity, restocked_quantity }: OrderRow): Line => [
  'In the parcel',
  `${quantity - restocked_quantity} of ${quantity}`,
]

/** The order, if any, already includes this refund. */
export function refundNotice(buyer: Buyer, refund: RefundRow, order?: OrderRow): NewEmail {
  const { what, why } = refundWords(refund, order)
  return emailTo(`refund ${refund.id}`, buyer, {
    subject: `${what} for ${buyer.item} is on its way back`,
    opening: `${greeting(buyer)} ${why}`,
    lines: [
      ...buyer.lines,
      ['Refunded', money(refund.amount_cents)],
      ...(refund.note ? [['Reason', refund.note] satisfies Line] : []),
      ['Transaction id', refund.intent_id],
    ],
    closing: 'Banks usually take a few days to show it. You do not need to do anything.',
  })
}

function refundWords({ reason, amount_cents }: RefundRow, order: OrderRow | undefined) {
  const amount = money(amount_cents)
  const what = 'Your money'
  if (reason === 'by_provider') return { what, why: `We have refunded ${amount} of your payment.` }
  if (reason !== 'by_admin' || !order) {
    const payment = order ? 'Your payment for this order' : 'A payment of yours'
    return { what, why: `${payment} could not be accepted, so we have refunded ${amount}.` }
  }
  const { total_cents, refunded_cents } = order
  if (amount_cents >= total_cents)
    return { what, why: `We have refunded everything you paid for this order: ${amount}.` }
  if (refunded_cents >= total_cents)
    return {
      what: 'The rest of your money',
      why: `We have refunded the rest of what you paid for this order: ${amount}.`,
    }
  const why = `We have refunded ${amount} of the ${money(total_cents)} that you paid.`
  return { what: 'Part of your money', why }
}

export function refundFailure(buyer: Buyer, refund: RefundRow): NewEmail {
  return emailTo(`refund failed ${refund.id}`, buyer, {
    subject: `Your refund for ${buyer.item} did not arrive`,
    opening: `${greeting(buyer)} We tried to refund ${money(refund.amount_cents)}, but your bank did not accept the money.`,
    lines: [
      ...buyer.lines,
      ['To be refunded', money(refund.amount_cents)],
      ['Transaction id', refund.intent_id],
    ],
    closing: 'We know about it and will find another way. If you have a new card, just reply to this email.',
  })
}

export function refundFailureForAdmin(admin: Addressee, buyer: Buyer, refund: RefundRow): NewEmail {
  return emailTo(`refund failed ${refund.id} for ${admin.id}`, admin, {
    subject: `A refund of ${money(refund.amount_cents)} failed`,
    opening: `The card provider could not refund ${money(refund.amount_cents)} to ${buyer.email || 'a customer'}.`,
    lines: [
      ...buyer.lines,
      ['Customer', buyer.email],
      ['Why', refund.failure ?? 'unknown'],
      ['Transaction id', refund.intent_id],
    ],
    closing: isCanceled(refund)
      ? 'The refund was not made, and the customer does not know about it. Open the order to refund what is left.'
      : 'The customer knows about it. Refund it again from the order, or pay them in another way. It stays listed in Manage All Orders until a refund goes through.',
  })
}

const greeting = ({ name }: Buyer): string => (name ? `Hello ${name}.` : 'Hello.')

export function orderLines(order: OrderRow): Line[] {
  return [
    ['Order', formatNumber(order.number)],
    ['Order id', order.id],
    ['Item', order.item_name],
    ['Quantity', `${order.quantity} at ${money(order.unit_price_cents)} each`],
  ]
}
