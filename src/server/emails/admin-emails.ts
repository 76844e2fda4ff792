import { formatNumber } from '#domain/order-number.ts'
import type { OrderRow } from '../db/schema/tables.ts'
import type { LowItem } from '../store/admin-notices.ts'
import type { NewEmail } from '../store/outbox.ts'
import { emailTo, type Line, money } from './message.ts'
import { orderLines } from './payment-emails.ts'

/** The recipient, and the shop's address if known. */
export interface Recipient {
  id: string
  email: string
  publicUrl: string | undefined
}

const closing =
  'You get these emails because you asked for them. Change that in Manage All Orders, under Notices by mail.'

const linkTo = ({ publicUrl }: Recipient, path: string): Line[] =>
  publicUrl ? [['Open', publicUrl + path]] : []

/** An order was paid. */
export function paidNotice(to: Recipient, order: OrderRow): NewEmail {
  const number = formatNumber(order.number)
  return emailTo(`paid ${order.id} for ${to.id}`, to, {
    subject: `${number} is paid: ${order.item_name}, ${money(order.total_cents)}`,
    opening: `${order.owner_name} has paid order ${number}.`,
    lines: [
      ...orderLines(order),
      ['Paid', money(order.total_cents)],
      ['Customer', `${order.owner_name}, ${order.email}`],
      ['Deliver to', order.address],
      ...linkTo(to, `/dashboard/manageAllOrders?order=${order.id}`),
    ],
    closing,
  })
}

interface PaidOrders {
  /** The first few orders. */
  orders: readonly OrderRow[]
  /** The total number of orders. */
  count: number
  cents: number
  until: number
}

/** The orders paid since the last such email. */
export function paidSummary(to: Recipient, { orders, count, cents, until }: PaidOrders): NewEmail {
  const what = count === 1 ? '1 order was paid' : `${count} orders were paid`
  const more = count - orders.length
  return emailTo(`paid until ${until} for ${to.id}`, to, {
    subject: `${what}: ${money(cents)}`,
    opening: `${what} since the last email, ${money(cents)} in all.`,
    lines: [
      ...orders.map(
        (order): Line => [
          formatNumber(order.number),
          `${order.quantity} × ${order.item_name}, ${money(order.total_cents)}, ${order.owner_name}`,
        ],
      ),
      ...(more > 0 ? [['And', `${more} more`] satisfies Line] : []),
      ...linkTo(to, '/dashboard/manageAllOrders?state=paid'),
    ],
    closing,
  })
}

/** An item runs low. */
export function lowStockNotice(to: Recipient, item: LowItem, now: number): NewEmail {
  const { available_quantity: free } = item
  const left = free === 0 ? 'None is' : free === 1 ? 'Only 1 is' : `Only ${free} are`
  return emailTo(`low stock ${item.id} ${now} for ${to.id}`, to, {
    subject: `Running low: ${item.name}`,
    opening: `${left} free of ${item.name}.`,
    lines: linkTo(to, `/dashboard/manageItems?item=${item.id}`),
    closing: `You will not get another email about it until it was restocked and runs low again. ${closing}`,
  })
}
