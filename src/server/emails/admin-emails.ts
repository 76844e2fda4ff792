import { formatNumber } from '#domain/order-number.ts'
import type { OrderRow } from '../db/schema/tables.ts'
import type { LowItem } from '../store/admin-notices.ts'
import type { NewEmail } from '../store/outbox.ts'
import { type Line, letter, money, orderLines } from './payment-emails.ts'

/** Whom a letter goes to, and the address of the shop where it is known. */
export interface Told {
  id: string
  email: string
  publicUrl: string | undefined
}

const closing =
  'You asked for these letters. Manage All Orders, Notices by mail, is where that can be changed.'

const linkTo = ({ publicUrl }: Told, path: string): Line[] => (publicUrl ? [['Open', publicUrl + path]] : [])

/** An order was paid just now. */
export function paidNotice(told: Told, order: OrderRow): NewEmail {
  const number = formatNumber(order.number)
  return letter(`paid ${order.id} for ${told.id}`, told, {
    subject: `${number} is paid: ${order.item_name}, ${money(order.total_cents)}`,
    opening: `${order.owner_name} has paid order ${number}.`,
    lines: [
      ...orderLines(order),
      ['Paid', money(order.total_cents)],
      ['Customer', `${order.owner_name}, ${order.email}`],
      ['Deliver to', order.address],
      ...linkTo(told, `/dashboard/manageAllOrders?order=${order.id}`),
    ],
    closing,
  })
}

interface PaidOrders {
  /** The first of them. */
  orders: readonly OrderRow[]
  /** Of all. */
  count: number
  cents: number
  until: number
}

/** What was paid since the letter before. */
export function paidSummary(told: Told, { orders, count, cents, until }: PaidOrders): NewEmail {
  const what = count === 1 ? '1 order was paid' : `${count} orders were paid`
  const more = count - orders.length
  return letter(`paid until ${until} for ${told.id}`, told, {
    subject: `${what}: ${money(cents)}`,
    opening: `${what} since the last letter, ${money(cents)} in all.`,
    lines: [
      ...orders.map(
        (order): Line => [
          formatNumber(order.number),
          `${order.quantity} × ${order.item_name}, ${money(order.total_cents)}, ${order.owner_name}`,
        ],
      ),
      ...(more > 0 ? [['And', `${more} more`] satisfies Line] : []),
      ...linkTo(told, '/dashboard/manageAllOrders?state=paid'),
    ],
    closing,
  })
}

/** Few are left of an item. */
export function lowStockNotice(told: Told, item: LowItem, now: number): NewEmail {
  const { available_quantity: free } = item
  const left = free === 0 ? 'None is' : free === 1 ? 'Only 1 is' : `Only ${free} are`
  return letter(`low stock ${item.id} ${now} for ${told.id}`, told, {
    subject: `Running low: ${item.name}`,
    opening: `${left} free of ${item.name}.`,
    lines: linkTo(told, `/dashboard/manageItems?item=${item.id}`),
    closing: `There will be no other letter about it until there were more again. ${closing}`,
  })
}
