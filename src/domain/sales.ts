import type { Cents } from './money.ts'

/** What was sold and lost in some time. */
export interface Sales {
  /** Paid orders, on the day of the payment. */
  orders: number
  units: number
  takings: Cents
  /** What was refunded of paid orders, on the day when the refund was done. */
  refunds: Cents
  /** Lost to disputes, on the day when the bank decided. */
  disputes: Cents
}

export const noSales: Sales = { orders: 0, units: 0, takings: 0, refunds: 0, disputes: 0 }

export const addSales = (a: Sales, b: Sales): Sales => ({
  orders: a.orders + b.orders,
  units: a.units + b.units,
  takings: a.takings + b.takings,
  refunds: a.refunds + b.refunds,
  disputes: a.disputes + b.disputes,
})

/** The average order, to the cent. */
export const averageOf = ({ takings, orders }: Sales): Cents =>
  orders === 0 ? 0 : Math.round(takings / orders)
