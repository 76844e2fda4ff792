import { formatPrice } from '#domain/money.ts'
import { formatNumber } from '#domain/order-number.ts'
import type { OrderRow } from '../db/schema/tables.ts'
import type { LowItem } from '../store/admin-notices.ts'
import type { NewEmail } from '../store/outbox.ts'
import { emailTo, linkTo } from './message.ts'
import { boughtIn } from './payment-emails.ts'

/** The recipient, and the shop's address if known. */
export interface Recipient {
  id: string
  email: string
  publicUrl: string | undefined
}

export const adminClosing =
  'You get these emails because you asked for them. Change that in Manage All Orders, under Email notifications.'

/** An order was paid. */
export function paidNotice(to: Recipient, order: OrderRow): NewEmail {
  const number = formatNumber(order.number)
  return emailTo(`paid ${order.id} for ${to.id}`, to, {
    subject: `${number} is paid: ${order.item_name}, ${formatPrice(order.paid_minor ?? 0)}`,
    opening: `${order.owner_name} has paid order ${number}.`,
    items: [boughtIn(order)],
    total: ['Paid', formatPrice(order.paid_minor ?? 0)],
    stamp: 'Paid',
    lines: [
      ['Customer', `${order.owner_name}, ${order.email}`],
      ['Deliver to', order.address],
    ],
    action: linkTo(to.publicUrl, `/dashboard/manageAllOrders?order=${order.id}`, 'Open the order'),
    closing: adminClosing,
  })
}

interface PaidOrders {
  /** The first few orders. */
  orders: readonly OrderRow[]
  /** The total number of orders. */
  count: number
  minor: number
  until: number
}

/** The orders paid since the last such email. */
export function paidSummary(to: Recipient, { orders, count, minor, until }: PaidOrders): NewEmail {
  const what = count === 1 ? '1 order was paid' : `${count} orders were paid`
  const more = count - orders.length
  return emailTo(`paid until ${until} for ${to.id}`, to, {
    subject: `${what}: ${formatPrice(minor)}`,
    opening: `${what} since the last email, ${formatPrice(minor)} in total.`,
    items: orders.map(order => {
      const bought = boughtIn(order)
      return { ...bought, detail: `${bought.detail}, ${order.owner_name}` }
    }),
    total: ['Paid', formatPrice(minor)],
    lines: more > 0 ? [['And', `${more} more`]] : [],
    action: linkTo(to.publicUrl, '/dashboard/manageAllOrders?state=paid', 'See what to send'),
    closing: adminClosing,
  })
}

/** An item runs low. */
export function lowStockNotice(to: Recipient, item: LowItem, now: number): NewEmail {
  const { available_quantity: free } = item
  const left = free === 0 ? 'none' : `only ${free}`
  return emailTo(`low stock ${item.id} ${now} for ${to.id}`, to, {
    subject: `Running low: ${item.name}`,
    opening: `${item.name}: ${left} left to sell.`,
    items: [{ itemId: item.id, name: item.name }],
    lines: [],
    action: linkTo(to.publicUrl, `/dashboard/manageItems?item=${item.id}`, 'Open the item'),
    closing: `You will not get another email about it until it is restocked and runs low again. ${adminClosing}`,
  })
}

/** Shows an admin that emails of the shop arrive. */
export const testEmail = (to: Recipient, shopName: string, now: number): NewEmail =>
  emailTo(`test ${to.id} ${now}`, to, {
    subject: `It works: ${shopName} can send emails`,
    opening: 'This is the test email that you asked for on the Opening day list.',
    lines: [],
    action: linkTo(to.publicUrl, '/dashboard', 'Open the dashboard'),
    closing: 'Receipts, invoices and password reset links are sent the same way.',
  })
