import { useState } from 'react'
import { formatAmount } from '#domain/money.ts'
import { countOf } from '../../ui/count.ts'
import { useMedia } from '../../ui/media.ts'
import { type Bar, labelOf } from './bars.ts'
import { SalesTable } from './sales-table.tsx'

/** In units of the drawing, which stretches to the available width. */
const [height, step, barWidth, shift] = [100, 10, 6, 3]

interface SalesChartProps {
  bars: readonly Bar[]
  /** The bars of the period before, oldest first. */
  previous: readonly Bar[]
  /** What that period is called. */
  before: string
}

/** Takings as bars before those of the previous period. The same figures are available as a table, which also prints. */
export function SalesChart({ bars, previous, before }: SalesChartProps) {
  const [wantsTable, setWantsTable] = useState(false)
  const isPrinted = useMedia('print')
  const best = Math.max(...bars.map(({ takings }) => takings))
  const most = Math.max(best, ...previous.map(({ takings }) => takings))
  const unit = bars.every(({ from, to }) => from === to) ? 'Day' : 'Month'
  if (best === 0) return <NoSales />
  return (
    <section className="sales-chart" aria-labelledby="sales-chart">
      <div className="chart-head">
        <h4 id="sales-chart">
          {unit === 'Day' ? 'Daily' : 'Monthly'} sales{' '}
          <span className="font-normal">
            (best {unit.toLowerCase()} {formatAmount(best)})
          </span>
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
      <Drawing bars={bars} previous={previous} most={most} />
      <p className="chart-key">Pale: {before}</p>
      {(wantsTable || isPrinted) && <SalesTable bars={bars} previous={previous} unit={unit} />}
    </section>
  )
}

const NoSales = () => (
  <section className="sales-chart" aria-labelledby="sales-chart">
    <h4 id="sales-chart">Sales</h4>
    <p className="nothing">Nothing was sold in this period.</p>
  </section>
)

function Drawing({ bars, previous, most }: Pick<SalesChartProps, 'bars' | 'previous'> & { most: number }) {
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
          <OneBar key={bar.from} bar={bar} before={previous[index]} x={index * step} most={most} />
        ))}
      </svg>
      <p className="chart-ends">
        <span>{first && labelOf(first)}</span>
        <span>{last && labelOf(last)}</span>
      </p>
    </div>
  )
}

interface OneBarProps {
  bar: Bar
  before: Bar | undefined
  x: number
  most: number
}

/** The whole column shows the tooltip, even above a short bar. The bar of the period before is pale, behind this one. */
const OneBar = ({ bar, before, x, most }: OneBarProps) => (
  <g className="sales-bar">
    <title>{tooltipOf(bar, before)}</title>
    <rect className="bar-column" x={x} y={0} width={step} height={height} />
    <rect className="bar-before" {...shapeOf(x, (before?.takings ?? 0) / most)} />
    <rect className="bar-fill" {...shapeOf(x + shift, bar.takings / most)} />
  </g>
)

const shapeOf = (x: number, share: number) => ({
  x,
  y: height * (1 - share),
  width: barWidth,
  height: height * share,
})

function tooltipOf(bar: Bar, before: Bar | undefined): string {
  const now = `${labelOf(bar)}: ${formatAmount(bar.takings)}, ${countOf(bar.orders, 'order')}`
  return before ? `${now}; ${labelOf(before)}: ${formatAmount(before.takings)}` : now
}
