import type { Readable } from 'node:stream'
import type { OrderQuery } from '#contract/order-search.ts'
import type { Order } from '#contract/orders.ts'
import { dayAt } from '#domain/day.ts'
import { majorOf } from '#domain/money.ts'
import { priceOfSent } from '#domain/price.ts'
import { type CsvSource, csvFile } from '../../csv/csv-file.ts'
import type { Deps } from '../../deps.ts'
import { findOrders } from './find-orders.ts'

const columns = [
  'number',
  '_id',
  'createdAt',
  'state',
  'paidAt',
  'sentAt',
  'refundedAt',
  'ownerName',
  'email',
  'mobileNumber',
  'address',
  'itemName',
  'quantity',
  'unitPrice',
  'totalPrice',
  'refundedAmount',
  'carrier',
  'tracking',
  'disputeLostAmount',
  'paidAmount',
  'currency',
  'paidDelivery',
  'paymentMethod',
  'receivedOn',
] as const

function cellsOf(order: Order, timeZone: string): ReturnType<CsvSource<Order>['cellsOf']> {
  const [line] = priceOfSent([order]).lines
  const { paidAt, paidBy } = order
  const cells = {
    ...order,
    unitPrice: majorOf(line?.unitPrice ?? 0),
    paymentMethod: paidAt && (paidBy?.method ?? 'card'),
    receivedOn: paidAt && (paidBy?.on ?? dayAt(Date.parse(paidAt), timeZone)),
  }
  return columns.map(column => cells[column])
}

/** Exports all orders, or those that match the search. */
export const exportOrders = (deps: Deps, filter: Omit<OrderQuery, 'limit' | 'after'>): Readable =>
  csvFile({
    columns,
    cellsOf: (order: Order) => cellsOf(order, deps.config.timeZone),
    read: page => findOrders(deps, { ...filter, ...page }),
  })
