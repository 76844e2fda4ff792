import { useState } from 'react'
import { formatDollars } from '#domain/money.ts'
import { useMedia } from '../../ui/media.ts'
import { type Bar, labelOf } from './bars.ts'

/** In units of the drawing, which stretches to the available width. */
const [height, step, barWidth] = [100, 10, 7]

/** Takings as bars. The same figures are available as a table, which is also what prints. */
export function SalesChart({ bars }: { bars: readonly Bar[] }) {
  const [wantsTable, setWantsTable] = useState(false)
  const isPrinted = useMedia('print')
  const most = Math.max(...bars.map(({ takings }) => takings))
  const unit = bars.every(({ from, to }) => from === to) ? 'Day' : 'Month'
  if (most === 0) return <NoSales />
  return (
    <section className="sales-chart" aria-labelledby="sales-chart">
      <div className="chart-head">
        <h4 id="sales-chart">
          Takings by {unit.toLowerCase()} <span className="font-normal">up to {formatDollars(most)}</span>
        </h4>
        <button
          type="button"
          className="details-button text-sm"
          aria-expanded={wantsTable}
          onClick={() => setWantsTable(!wantsTable)}
        >
          As a table
        </button>
      </div>
      <Drawing bars={bars} most={most} />
      {(wantsTable || isPrinted) && <SalesTable bars={bars} unit={unit} />}
    </section>
  )
}

const NoSales = () => (
  <section className="sales-chart" aria-labelledby="sales-chart">
    <h4 id="sales-chart">Takings</h4>
    <p className="nothing">Nothing was sold in these days.</p>
  </section>
)

function Drawing({ bars, most }: { bars: readonly Bar[]; most: number }) {
  const [first, last] = [bars[0], bars.at(-1)]
  return (
    <div aria-hidden="true">
      <svg
        className="sales-bars"
        viewBox={`0 0 ${bars.length * step} ${height}`}
        preserveAspectRatio="none"
        role="presentation"
      >
        {bars.map((bar, index) => (
          <OneBar key={bar.from} bar={bar} x={index * step} share={bar.takings / most} />
        ))}
      </svg>
      <p className="chart-ends">
        <span>{first && labelOf(first)}</span>
        <span>{last && labelOf(last)}</span>
      </p>
    </div>
  )
}

/** The whole column shows the tooltip, even above a short bar. */
const OneBar = ({ bar, x, share }: { bar: Bar; x: number; share: number }) => (
  <g className="sales-bar">
    <title>{`${labelOf(bar)}: ${formatDollars(bar.takings)}, ${bar.orders} ${bar.orders === 1 ? 'order' : 'orders'}`}</title>
    <rect className="bar-column" x={x} y={0} width={step} height={height} />
    <rect
      className="bar-fill"
      x={x + (step - barWidth) / 2}
      y={height * (1 - share)}
      width={barWidth}
      height={height * share}
    />
  </g>
)

function SalesTable({ bars, unit }: { bars: readonly Bar[]; unit: 'Day' | 'Month' }) {
  const hasDisputes = bars.some(({ disputes }) => disputes > 0)
  const heads = [unit, 'Takings', 'Orders', 'Units', 'Refunds', ...(hasDisputes ? ['Lost to disputes'] : [])]
  return (
    <table className="sales-table">
      <caption className="sr-only">Sales by {unit.toLowerCase()}</caption>
      <thead>
        <tr>
          {heads.map(head => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(bar => (
          <tr key={bar.from}>
            <th scope="row">{labelOf(bar)}</th>
            <td>{formatDollars(bar.takings)}</td>
            <td>{bar.orders}</td>
            <td>{bar.units}</td>
            <td>{formatDollars(bar.refunds)}</td>
            {hasDisputes && <td>{formatDollars(bar.disputes)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
