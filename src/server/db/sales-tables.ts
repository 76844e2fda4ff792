/** What came in and went back in so many minutes from a moment on. */
export interface SalesRow {
  minutes: number
  since: number
  orders: number
  units: number
  takings_cents: number
  refunds_cents: number
  /** Lost to disputes. */
  disputes_cents: number
}

/** From when on the sales of the last so many days are counted. */
export interface RecentSalesStartRow {
  days: number
  since: number
}

/** What was sold of an item in them. */
export interface RecentSalesRow {
  days: number
  item_id: string
  units: number
  takings_cents: number
}

/** An item of which fewer than 100 are free, and how many fives. Triggers keep it, so that nobody writes it. */
export interface ScarceItemRow {
  item_id: string
  fives: number
}
