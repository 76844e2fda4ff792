import { addSales, noSales, type PieceLength, pieceAt, pieceLengths, type Sales } from '#domain/sales.ts'
import type { SeedOrder } from './seed-orders.ts'
import type { SalesRow } from './tables.ts'

/** What the shop keeps about its sales, for orders that nobody has paid one by one. */
export function seedSalesRows(orders: readonly SeedOrder[]): SalesRow[] {
  const moves = orders.flatMap(movesOf)
  return pieceLengths.flatMap(minutes => rowsOf(minutes, moves))
}

interface Move {
  at: number
  sales: Sales
}

const movesOf = ({ order: { paid_at, quantity, total_cents }, refund }: SeedOrder): Move[] => [
  ...(paid_at === null
    ? []
    : [{ at: paid_at, sales: { ...noSales, orders: 1, units: quantity, takings: total_cents } }]),
  ...(refund?.succeeded_at
    ? [{ at: refund.succeeded_at, sales: { ...noSales, refunds: refund.amount_cents } }]
    : []),
]

function rowsOf(minutes: PieceLength, moves: readonly Move[]): SalesRow[] {
  const pieces = Map.groupBy(moves, ({ at }) => pieceAt(at, minutes))
  return [...pieces].map(([since, its]) => {
    const { orders, units, takings, refunds } = its.map(({ sales }) => sales).reduce(addSales, noSales)
    const cents = { takings_cents: takings, refunds_cents: refunds, disputes_cents: 0 }
    return { minutes, since, orders, units, ...cents }
  })
}
