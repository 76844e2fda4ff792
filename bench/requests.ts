import { type Customer, type Good, type Prepared, price } from './prepare.ts'
import type { Sent } from './send.ts'

export function orderBy(customer: Customer, { id, name }: Good): Sent & { body: string } {
  return {
    method: 'POST',
    path: '/api/booking',
    headers: { 'content-type': 'application/json', ...bearer(customer) },
    body: JSON.stringify({
      itemId: id,
      itemName: name,
      ownerName: 'Buyer',
      email: customer.email,
      mobileNumber: '555 0100',
      address: '1 Bench Street',
      quantity: 1,
      totalPrice: price / 100,
    }),
  }
}

/** Adds one unit to an item's stock, as an admin. */
export const stockBy = (admin: Customer, good: Good | undefined): Sent => ({
  method: 'POST',
  path: `/api/item/${good?.id}/stock`,
  headers: { 'content-type': 'application/json', ...bearer(admin) },
  body: JSON.stringify({ change: -1, reason: 'Measured' }),
})

export const bearer = ({ token }: Customer) => ({ authorization: `Bearer ${token}` })

/** One order per customer, to be sent no more often than a customer may have unpaid orders. */
export const ordersOf = (customers: readonly Customer[], goods: readonly Good[]): Sent[] =>
  customers.map((customer, i) => orderBy(customer, goods[i % goods.length] ?? { id: '', name: '' }))

/** The requests of visitors who are not signed in: the catalogue and its pages. */
export function visitorReads({ goods }: Prepared): Sent[] {
  const headers = { 'accept-encoding': 'gzip, deflate, br' }
  return goods.flatMap(({ id }) =>
    ['/api/items?limit=50', `/api/items/${id}`, '/', `/items/${id}`].map(path => ({ path, headers })),
  )
}

export const ownOrders = (customer: Customer): Sent => ({
  path: `/api/myBooking/${encodeURIComponent(customer.email)}`,
  headers: bearer(customer),
})

/** A busy shop: of each hundred requests 90 read the catalogue, 9 read own orders and 1 is an order. */
export const mixOf = (reads: readonly Sent[], own: Sent, orders: readonly Sent[]): Sent[] =>
  orders.flatMap((order, hundred) =>
    Array.from({ length: 100 }, (_, index) => {
      if (index === 99) return order
      return index % 11 === 5 ? own : (reads[(hundred * 100 + index) % reads.length] ?? own)
    }),
  )
