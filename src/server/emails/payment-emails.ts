import { formatPrice } from '#domain/money.ts'
import { paidWords } from '#domain/noted-payment.ts'
import { formatNumber } from '#domain/order-number.ts'
import { paidByOf } from '#domain/payment-method.ts'
import { priceOfPaid } from '#domain/price.ts'
import type { TaxSum } from '#domain/tax.ts'
import { trackingUrl } from '#domain/tracking.ts'
import type { OrderRow, PaymentRow, RefundRow, UnmatchedPaymentRow } from '../db/schema/tables.ts'
import { toPriced } from '../store/orders.ts'
import type { NewEmail } from '../store/outbox.ts'
import { isCanceled } from '../store/refunds.ts'
import { type Addressee, type Bought, type Content, emailTo, type Line, linkTo } from './message.ts'

/** The recipient of an email about a payment, and the purchase. */
export interface Buyer extends Addressee {
  name: string
  item: string
  bought: Bought[]
}

/** From an order, or from the card provider's data if a payment has no order. */
export function buyerOf(row: OrderRow | UnmatchedPaymentRow): Buyer {
  if ('owner_name' in row)
    return { ...ownerOf(row), name: row.owner_name, item: row.item_name, bought: [boughtIn(row)] }
  return {
    id: row.user_id,
    email: row.email ?? '',
    name: '',
    item: row.description ?? 'your order',
    bought: [],
  }
}

const ownerOf = ({ user_id, email }: OrderRow): Addressee => ({ id: user_id, email })

/** For all orders of one payment. */
export function receipt(
  payment: Pick<PaymentRow, 'id' | 'voucher'>,
  orders: readonly OrderRow[],
  transactionId: string,
  shopUrl: string | undefined,
  taxes: readonly TaxSum[] = [],
): NewEmail {
  const [first, ...others] = orders
  const isOne = others.length === 0
  const { lines, total } = priceOfPaid(orders.map(toPriced), payment.voucher)
  const content: Content = {
    subject: `Your receipt for ${first?.item_name}${isOne ? '' : ` and ${others.length} more`}`,
    opening: `Thank you, ${first?.owner_name}. ${isOne ? 'Your order is' : `Your ${orders.length} orders are`} paid.`,
    items: [
      ...orders.map((order, index) => boughtIn(order, lines[index]?.total)),
      ...lines
        .slice(orders.length)
        .map((line): Bought => ({ name: line.text, amount: formatPrice(line.total) })),
    ],
    total: [isOne ? 'Paid' : 'Paid together', formatPrice(total)],
    stamp: 'Paid',
    lines: [...taxes.map(taxLine), ...addressLines(orders), paymentLine(transactionId, first)],
    action: toOwnOrders(shopUrl, orders),
    closing: 'Keep this email as your receipt. If anything is wrong with your order, just reply to it.',
  }
  return {
    ...emailTo(`receipt ${payment.id}`, { id: first?.user_id ?? null, email: first?.email ?? '' }, content),
    receipt_of: payment.id,
  }
}

/** The id of the card payment, or how the order was paid without a card. */
function paymentLine(transactionId: string, order: OrderRow | undefined): Line {
  const paidBy = order?.transaction_id === transactionId ? paidByOf(order) : undefined
  return paidBy ? ['Payment', paidWords(paidBy)] : ['Transaction id', transactionId]
}

const taxLine = ({ name, percent, tax }: TaxSum): Line => [`Includes ${name} ${percent} %`, formatPrice(tax)]

const ownOrders = '/dashboard/myOrder'

/** A button to the order, or to all if there are several. */
export const toOwnOrders = (
  shopUrl: string | undefined,
  [first, ...others]: readonly OrderRow[],
): Content['action'] =>
  others.length === 0 ? toOrder(shopUrl, first?.id ?? '') : linkTo(shopUrl, ownOrders, 'See your orders')

const toOrder = (shopUrl: string | undefined, id: string) =>
  linkTo(shopUrl, `${ownOrders}?order=${id}`, 'See your order')

export const boughtIn = (order: OrderRow, total = order.paid_minor ?? order.total_minor): Bought => ({
  itemId: order.item_id,
  name: order.item_name,
  detail: `${formatNumber(order.number)}, ${quantityOf(order)}`,
  amount: formatPrice(total),
})

const quantityOf = ({ quantity, unit_price_minor }: OrderRow): string =>
  `${quantity} at ${formatPrice(unit_price_minor)} each`

/** One line if all orders go to the same address. */
function addressLines(orders: readonly OrderRow[]): Line[] {
  const isSame = new Set(orders.map(({ address }) => address)).size === 1
  const [first] = orders
  if (isSame && first) return [['Deliver to', first.address]]
  return orders.map((order): Line => [`Deliver ${formatNumber(order.number)} to`, order.address])
}

/** An order that is unsent and sent again gets a second email. */
export const parcelNoticeId = ({ id, sent_at }: OrderRow): string => `sent ${id} ${sent_at}`

export function parcelNotice(order: OrderRow, shopUrl: string | undefined): NewEmail {
  const { carrier, tracking } = order
  const tracked = trackingUrl(carrier ?? '', tracking ?? '')
  return emailTo(parcelNoticeId(order), ownerOf(order), {
    subject: `${order.item_name} is on its way`,
    opening: `Hello ${order.owner_name}. We have sent your order.`,
    items: [boughtIn(order)],
    stamp: 'Sent',
    lines: [
      ...(order.restocked_quantity > 0 ? [inParcel(order)] : []),
      ['Delivering to', order.address],
      ...(carrier ? [['Carrier', carrier] satisfies Line] : []),
      ...(tracking ? [['Tracking', tracking] satisfies Line] : []),
    ],
    action: tracked
      ? { label: 'Track your parcel', link: tracked, isPage: true }
      : toOrder(shopUrl, order.id),
    closing: 'If it does not arrive, just reply to this email.',
  })
}

/** Excludes units that were returned to the shelf with a refund. */
const inParcel = ({ quantity, restocked_quantity }: OrderRow): Line => [
  'In the parcel',
  `${quantity - restocked_quantity} of ${quantity}`,
]

/** Where an email about a refund leads; the order, if any, already includes this refund. */
export interface Refunded {
  order: OrderRow | undefined
  shopUrl: string | undefined
}

export function refundNotice(buyer: Buyer, refund: RefundRow, { order, shopUrl }: Refunded): NewEmail {
  const { subject, why } = refundWords(buyer, refund, order)
  const isNoted = order?.transaction_id === refund.intent_id && paidByOf(order) !== undefined
  return emailTo(`refund ${refund.id}`, buyer, {
    subject,
    opening: `${greeting(buyer)} ${why}`,
    items: buyer.bought,
    total: ['Refunded', formatPrice(refund.amount_minor)],
    stamp: 'Refunded',
    lines: [
      ...(refund.note ? [['Reason', refund.note] satisfies Line] : []),
      paymentLine(refund.intent_id, order),
    ],
    action: order && toOrder(shopUrl, order.id),
    closing: isNoted
      ? 'If the money has not reached you in a few days, just reply to this email.'
      : 'Banks usually take a few days to show it. You do not need to do anything.',
  })
}

/** An order that has cost nothing, so nothing goes back. */
export const cancelNotice = (buyer: Buyer, refund: RefundRow, { order, shopUrl }: Refunded): NewEmail =>
  emailTo(`refund ${refund.id}`, buyer, {
    subject: `Your order of ${buyer.item} has been canceled`,
    opening: `${greeting(buyer)} We have canceled your order of ${buyer.item}${order ? ` (${formatNumber(order.number)})` : ''}.`,
    items: order ? [withoutPrice(order)] : [],
    stamp: 'Canceled',
    lines: refund.note ? [['Reason', refund.note]] : [],
    action: order && toOrder(shopUrl, order.id),
    closing: 'If you have a question about it, just reply to this email.',
  })

const withoutPrice = ({ item_id, item_name, number, quantity }: OrderRow): Bought => ({
  itemId: item_id,
  name: item_name,
  detail: `${formatNumber(number)}, quantity ${quantity}`,
})

function refundWords({ item }: Buyer, { reason, amount_minor }: RefundRow, order: OrderRow | undefined) {
  const amount = formatPrice(amount_minor)
  const subject = `We’ve refunded your payment for ${item}`
  if (reason === 'by_provider') return { subject, why: `We have refunded ${amount} of your payment.` }
  if (reason !== 'by_admin' || !order) {
    const payment = order ? 'Your payment for this order' : 'A payment of yours'
    return { subject, why: `${payment} could not be accepted, so we have refunded ${amount}.` }
  }
  const { paid_minor, refunded_minor } = order
  const paid = paid_minor ?? 0
  if (amount_minor >= paid)
    return { subject, why: `We have refunded everything you paid for this order: ${amount}.` }
  if (refunded_minor >= paid)
    return {
      subject: `We’ve refunded the rest of your payment for ${item}`,
      why: `We have refunded the rest of what you paid for this order: ${amount}.`,
    }
  return {
    subject: `We’ve refunded ${amount} of your payment for ${item}`,
    why: `We have refunded ${amount} of the ${formatPrice(paid)} that you paid.`,
  }
}

export function refundFailure(buyer: Buyer, refund: RefundRow, { order, shopUrl }: Refunded): NewEmail {
  return emailTo(`refund failed ${refund.id}`, buyer, {
    subject: `Your refund for ${buyer.item} did not arrive`,
    opening: `${greeting(buyer)} We tried to refund ${formatPrice(refund.amount_minor)}, but your bank declined the refund.`,
    items: buyer.bought,
    total: ['To be refunded', formatPrice(refund.amount_minor)],
    lines: [['Transaction id', refund.intent_id]],
    action: order && toOrder(shopUrl, order.id),
    closing: 'We know about it and will find another way. If you have a new card, just reply to this email.',
  })
}

export function refundFailureForAdmin(
  admin: Addressee,
  buyer: Buyer,
  refund: RefundRow,
  shopUrl: string | undefined,
): NewEmail {
  const page = `/dashboard/manageAllOrders${refund.order_id ? `?order=${refund.order_id}` : ''}`
  return emailTo(`refund failed ${refund.id} for ${admin.id}`, admin, {
    subject: `A refund of ${formatPrice(refund.amount_minor)} failed`,
    opening: `The card provider could not refund ${formatPrice(refund.amount_minor)} to ${buyer.email || 'a customer'}.`,
    items: buyer.bought,
    total: ['To be refunded', formatPrice(refund.amount_minor)],
    lines: [
      ['Customer', buyer.email],
      ['Why', refund.failure ?? 'unknown'],
      ['Transaction id', refund.intent_id],
    ],
    action: linkTo(shopUrl, page, refund.order_id ? 'Open the order' : 'Open all orders'),
    closing: isCanceled(refund)
      ? 'The refund was not made, and the customer does not know about it. Open the order to refund what is left.'
      : 'The customer knows about it. Refund it again from the order, or pay them in another way. It stays listed in Manage All Orders until a refund goes through.',
  })
}

const greeting = ({ name }: Buyer): string => (name ? `Hello ${name}.` : 'Hello.')
