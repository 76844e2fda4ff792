import { amountsFormat } from '#domain/money.ts'
import { type Bar, labelOf } from './bars.ts'

interface SalesTableProps {
  bars: readonly Bar[]
  previous: readonly Bar[]
  unit: 'Day' | 'Month'
}

/** The bars as figures. */
export function SalesTable({ bars, previous, unit }: SalesTableProps) {
  const hasDisputes = bars.some(({ disputes }) => disputes > 0)
  const heads = [unit, 'Sales', 'Before', 'Orders', 'Units', 'Refunds']
  const format = amountsFormat(
    [...bars, ...previous].flatMap(bar => [bar.takings, bar.refunds, bar.disputes]),
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on phones, also by the arrow keys
    <section className="sales-table-room" aria-label="All figures" tabIndex={0}>
      <table className="sales-table">
        <caption className="sr-only">Sales by {unit.toLowerCase()}</caption>
        <thead>
          <tr>
            {[...heads, ...(hasDisputes ? ['Lost to disputes'] : [])].map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar, index) => (
            <tr key={bar.from}>
              <th scope="row">{labelOf(bar)}</th>
              <td>{format(bar.takings)}</td>
              <td className="text-soft">{format(previous[index]?.takings ?? 0)}</td>
              <td>{bar.orders}</td>
              <td>{bar.units}</td>
              <td>{format(bar.refunds)}</td>
              {hasDisputes && <td>{format(bar.disputes)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
