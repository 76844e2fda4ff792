import type { Readable } from 'node:stream'
import type { OrderQuery } from '#contract/order-search.ts'
import type { Order } from '#contract/orders.ts'
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
] as const

const cellsOf: CsvSource<Order>['cellsOf'] = order => {
  const [line] = priceOfSent([order]).lines
  const cells = { ...order, unitPrice: majorOf(line?.unitPrice ?? 0) }
  return columns.map(column => cells[column])
}

/** Exports all orders, or those that match the search. */
export const exportOrders = (deps: Deps, filter: Omit<OrderQuery, 'limit' | 'after'>): Readable =>
  csvFile({ columns, cellsOf, read: page => findOrders(deps, { ...filter, ...page }) })
