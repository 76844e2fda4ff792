import type { Minor } from './money.ts'

/** Sales and losses of a period. */
export interface Sales {
  /** Paid orders, by the day of payment. */
  orders: number
  units: number
  takings: Minor
  /** Refunds of paid orders, by the day when they succeeded. */
  refunds: Minor
  /** Lost to disputes, by the day of the bank's decision. */
  disputes: Minor
}

export const noSales: Sales = { orders: 0, units: 0, takings: 0, refunds: 0, disputes: 0 }

export const addSales = (a: Sales, b: Sales): Sales => ({
  orders: a.orders + b.orders,
  units: a.units + b.units,
  takings: a.takings + b.takings,
  refunds: a.refunds + b.refunds,
  disputes: a.disputes + b.disputes,
})

/** The average order value, rounded to the minor unit. */
export const averageOf = ({ takings, orders }: Sales): Minor =>
  orders === 0 ? 0 : Math.round(takings / orders)
