import { escapeHtml } from '#domain/html.ts'
import { dollarsOf, formatDollars } from '#domain/money.ts'
import { formatNumber } from '#domain/order-number.ts'
import { oneLine } from '#domain/plain-text.ts'
import type { OrderRow, RefundRow, UnmatchedPaymentRow } from '../db/schema/tables.ts'
import type { NewEmail } from '../store/outbox.ts'
import { isCalledOff } from '../store/refunds.ts'

export type Line = [label: string, value: string]

/** Whom a letter goes to; without an id where nobody with an account is meant. */
export interface Addressee {
  id: string | null
  email: string
}

/** Whom a letter about a payment goes to, and what they had bought. */
export interface Buyer extends Addressee {
  name: string
  item: string
  lines: Line[]
}

/** From an order, or from what the card provider knows of a payment without one. */
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

/** Thanks for the orders that were paid with one payment: what was bought, for how much, where it goes. */
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
    closing: 'Keep this letter as your receipt. If anything is wrong with your order, simply answer it.',
  }
  return {
    ...letter(`receipt ${paymentId}`, { id: first?.user_id ?? null, email: first?.email ?? '' }, content),
    receipt_of: paymentId,
  }
}

/** Sent again after it was taken back, an order gets a letter of its own. */
export const parcelNoticeId = ({ id, sent_at }: OrderRow): string => `sent ${id} ${sent_at}`

export function parcelNotice(order: OrderRow): NewEmail {
  const { carrier, tracking } = order
  return letter(parcelNoticeId(order), ownerOf(order), {
    subject: `${order.item_name} is on its way`,
    opening: `Hello ${order.owner_name}. We have sent your order.`,
    lines: [
      ...orderLines(order),
      ...(order.restocked_quantity > 0 ? [inParcel(order)] : []),
      ['Goes to', order.address],
      ...(carrier ? [['Carrier', carrier] satisfies Line] : []),
      ...(tracking ? [['Tracking', tracking] satisfies Line] : []),
    ],
    closing: 'If it does not arrive, simply answer this letter.',
  })
}

/** What was put back on the shelf with a refund stays here. */
const inParcel = ({ quantity, restocked_quantity }: OrderRow): Line => [
  'In the parcel',
  `${quantity - restocked_quantity} of ${quantity}`,
]

/** The order, if there is one, is as it is with this refund. */
export function refundNotice(buyer: Buyer, refund: RefundRow, order?: OrderRow): NewEmail {
  const { what, why } = wordsFor(refund, order)
  return letter(`refund ${refund.id}`, buyer, {
    subject: `${what} for ${buyer.item} is on its way back`,
    opening: `${hello(buyer)} ${why}`,
    lines: [
      ...buyer.lines,
      ['Refunded', money(refund.amount_cents)],
      ...(refund.note ? [['Reason', refund.note] satisfies Line] : []),
      ['Transaction id', refund.intent_id],
    ],
    closing: 'Banks usually need a few days to show it. You do not have to do anything.',
  })
}

function wordsFor({ reason, amount_cents }: RefundRow, order: OrderRow | undefined) {
  const amount = money(amount_cents)
  const what = 'Your money'
  if (reason === 'by_provider') return { what, why: `We have given back ${amount} of your payment.` }
  if (reason !== 'by_admin' || !order) {
    const payment = order ? 'Your payment for this order' : 'A payment of yours'
    return { what, why: `${payment} could not be kept, so we have given back ${amount}.` }
  }
  const { total_cents, refunded_cents } = order
  if (amount_cents >= total_cents)
    return { what, why: `We have given back all that you paid for this order: ${amount}.` }
  if (refunded_cents >= total_cents)
    return {
      what: 'The rest of your money',
      why: `We have given back the rest of what you paid for this order: ${amount}.`,
    }
  const why = `We have given back ${amount} of the ${money(total_cents)} that you paid.`
  return { what: 'Part of your money', why }
}

export function refundFailure(buyer: Buyer, refund: RefundRow): NewEmail {
  return letter(`refund failed ${refund.id}`, buyer, {
    subject: `Your refund for ${buyer.item} did not arrive`,
    opening: `${hello(buyer)} We wanted to give back ${money(refund.amount_cents)}, but your bank did not take the money.`,
    lines: [
      ...buyer.lines,
      ['To be given back', money(refund.amount_cents)],
      ['Transaction id', refund.intent_id],
    ],
    closing: 'We know about it and will find another way. If you have a new card, simply answer this letter.',
  })
}

export function refundFailureForAdmin(admin: Addressee, buyer: Buyer, refund: RefundRow): NewEmail {
  return letter(`refund failed ${refund.id} for ${admin.id}`, admin, {
    subject: `A refund of ${money(refund.amount_cents)} failed`,
    opening: `The card provider could not give ${money(refund.amount_cents)} back to ${buyer.email || 'a customer'}.`,
    lines: [
      ...buyer.lines,
      ['Customer', buyer.email],
      ['Why', refund.failure ?? 'unknown'],
      ['Transaction id', refund.intent_id],
    ],
    closing: isCalledOff(refund)
      ? 'It was not made, and the customer was not told of it. Look at the order: you can refund what is left.'
      : 'The customer was told. Refund it again in its order, or pay them in another way. It stands in Manage All Orders until a refund goes through.',
  })
}

interface Content {
  subject: string
  opening: string
  lines: Line[]
  /** What it comes to, in large letters. */
  total?: Line
  closing: string
}

const hello = ({ name }: Buyer): string => (name ? `Hello ${name}.` : 'Hello.')

export const money = (cents: number): string => formatDollars(dollarsOf(cents))

export function orderLines(order: OrderRow): Line[] {
  return [
    ['Order', formatNumber(order.number)],
    ['Order id', order.id],
    ['Item', order.item_name],
    ['Quantity', `${order.quantity} at ${money(order.unit_price_cents)} each`],
  ]
}

/**
 * Without the shop's name: it is put around a letter when it is sent (emails/layout.ts). Each value stands on one line:
 * what a customer has written cannot pass for a line of the shop's.
 */
export function letter(id: string, to: Addressee, content: Content): NewEmail {
  const subject = oneLine(content.subject)
  const opening = oneLine(content.opening)
  const closing = oneLine(content.closing)
  const lines = content.lines.map(onOneLine)
  const total = content.total && onOneLine(content.total)
  const told = total ? [...lines, total] : lines
  const rows = lines.map(
    ([label, value]) => `<tr><th align="left">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  return {
    id,
    recipient: to.email,
    user_id: to.id,
    subject,
    text_body: [opening, '', ...told.map(([label, value]) => `${label}: ${value}`), '', closing].join('\n'),
    html_body: `<p>${escapeHtml(opening)}</p><table cellpadding="6">${rows.join('')}</table>${total ? largeTotal(total) : ''}<p>${escapeHtml(closing)}</p>`,
  }
}

const onOneLine = ([label, value]: Line): Line => [label, oneLine(value)]

const largeTotal = ([label, value]: Line): string =>
  `<p style="margin:16px 6px 0">${escapeHtml(label)}</p><p style="margin:0 6px 16px;font-family:Georgia,serif;font-size:32px;line-height:1.2">${escapeHtml(value)}</p>`
