import type { Transfer } from '#contract/transfer.ts'
import { dayAt } from '#domain/day.ts'
import { formatPrice } from '#domain/money.ts'
import { dayInWords } from '#domain/noted-payment.ts'
import { formatNumber } from '#domain/order-number.ts'
import { priceOf } from '#domain/price.ts'
import { priceAsTold } from '#domain/transfer.ts'
import type { OrderRow } from '../db/schema/tables.ts'
import { toPriced } from '../store/orders.ts'
import type { NewEmail } from '../store/outbox.ts'
import { adminClosing, type Recipient } from './admin-emails.ts'
import { type Bought, emailTo, linkTo } from './message.ts'
import { boughtIn, toOwnOrders } from './payment-emails.ts'

/** A transfer that a customer has announced. */
export interface Announced {
  /** Named after the first order that has not waited before, because an order is announced once. */
  id: string
  orders: readonly [OrderRow, ...OrderRow[]]
  account: Transfer['text']
  timeZone: string
}

/** What the customer needs to make the transfer. */
export function transferDetails(announced: Announced, shopUrl: string | undefined): NewEmail {
  const { id, orders, account } = announced
  const [{ owner_name, item_name, user_id, email }, ...others] = orders
  const isOne = others.length === 0
  const { lines, total } = priceOfTransfer(orders)
  return emailTo(
    `transfer ${id}`,
    { id: user_id, email },
    {
      subject: `How to pay for ${item_name}${isOne ? '' : ` and ${others.length} more`} by bank transfer`,
      opening: `Thank you, ${owner_name}. We keep your ${isOne ? 'order' : 'orders'} for you until ${untilOf(announced)}, and send ${isOne ? 'it' : 'them'} when your money has come.`,
      items: [
        ...orders.map(order => boughtIn(order)),
        ...lines
          .slice(orders.length)
          .map((line): Bought => ({ name: line.text, amount: formatPrice(line.total) })),
      ],
      total: ['To transfer', formatPrice(total)],
      lines: [
        ['Transfer to', account.split('\n').filter(Boolean).join(', ')],
        ['Write as the reference', numbersOf(orders)],
      ],
      action: toOwnOrders(shopUrl, orders),
      closing:
        'You will get a receipt when your money has come. If you have a question, just reply to this email.',
    },
  )
}

/** For an admin who wants to hear of each order. */
export function transferNotice(to: Recipient, announced: Announced): NewEmail {
  const { id, orders } = announced
  const [first, ...others] = orders
  const [numbers, total] = [numbersOf(orders), formatPrice(priceOfTransfer(orders).total)]
  return emailTo(`transfer ${id} for ${to.id}`, to, {
    subject: `${numbers} will be paid by transfer: ${total}`,
    opening: `${first.owner_name} has announced a transfer. The stock is kept until ${untilOf(announced)}.`,
    items: orders.map(order => boughtIn(order)),
    total: ['To come', total],
    lines: [
      ['Customer', `${first.owner_name}, ${first.email}`],
      ['Reference', numbers],
    ],
    action: linkTo(
      to.publicUrl,
      `/dashboard/manageAllOrders?order=${first.id}`,
      others.length === 0 ? 'Open the order' : 'Open the first order',
    ),
    closing: `When the money has come, open the order and mark it as paid. ${adminClosing}`,
  })
}

function priceOfTransfer(orders: readonly OrderRow[]) {
  const priced = orders.map(toPriced)
  return priceAsTold(priced) ?? priceOf(priced)
}

const numbersOf = (orders: readonly OrderRow[]): string =>
  orders.map(({ number }) => formatNumber(number)).join(', ')

/** The day on which the first of them ends to wait. */
const untilOf = ({ orders, timeZone }: Announced): string =>
  dayInWords(
    dayAt(
      Math.min(...orders.map(({ transfer_until, held_until }) => transfer_until ?? held_until)),
      timeZone,
    ),
  )
