import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Insights } from '#contract/insights.ts'
import type { OrderFilterName } from '#domain/order.ts'
import { type PeriodLength, periodLengths } from '#domain/period.ts'
import { PartError } from '../../ui/states.tsx'
import { barsOf } from './bars.ts'
import { useFold } from './fold.ts'
import { BestItems, LowItems } from './item-lists.tsx'
import { periodNames, previousPeriodNames, usePeriod } from './period.ts'
import { insightsOf } from './queries.ts'
import { SalesChart } from './sales-chart.tsx'
import { Figures, FiguresPlaceholder, TakingsLine } from './sales-figures.tsx'
import { TaxReport } from './tax-report.tsx'
import { UsedVouchers } from './used-vouchers.tsx'
import { Waiting } from './waiting.tsx'
import './insights.css'

interface InsightsStripProps {
  /** Whether the page shows only some orders, and those of which state. */
  isFiltered: boolean
  state: OrderFilterName | undefined
}

/** The shop's figures above the orders, or one line of them. */
export default function InsightsStrip({ isFiltered, state }: InsightsStripProps) {
  const { length, hrefOf } = usePeriod()
  const { isOpen, fold } = useFold(isFiltered)
  const query = useQuery(insightsOf(length))
  return (
    <section className="panel insights" data-open={isOpen} aria-labelledby="insights">
      <header className="insights-head">
        <h3 id="insights">
          <button type="button" className="fold-button" aria-expanded={isOpen} onClick={fold}>
            Shop performance
          </button>
        </h3>
        {isOpen && <p className="compared">compared with {previousPeriodNames[length]}</p>}
        {!isOpen && query.data && <TakingsLine insights={query.data} length={length} />}
        {query.data && <Waiting insights={query.data} shown={state} />}
        {isOpen && <PeriodSwitch length={length} hrefOf={hrefOf} />}
      </header>
      {query.isError && <PartError query={query} what="Shop performance" />}
      {isOpen && query.isPending && <FiguresPlaceholder />}
      {isOpen && query.data && (
        <div aria-busy={query.isPlaceholderData} className="insights-body">
          <Shown insights={query.data} length={length} />
          <UsedVouchers vouchers={query.data.vouchers} />
          <TaxReport />
        </div>
      )}
    </section>
  )
}

interface PeriodSwitchProps {
  length: PeriodLength
  hrefOf: (length: PeriodLength) => string
}

const PeriodSwitch = ({ length, hrefOf }: PeriodSwitchProps) => (
  <nav aria-label="Period">
    <ul className="period-switch">
      {periodLengths.map(one => (
        <li key={one}>
          <Link to={hrefOf(one)} aria-current={one === length} className="period-link" preventScrollReset>
            {periodNames[one]}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

const Shown = ({ insights, length }: { insights: Insights; length: PeriodLength }) => (
  <div className="insights-parts" data-chart={length > 1}>
    <Figures insights={insights} length={length} />
    {length > 1 && (
      <SalesChart
        bars={barsOf(insights.days)}
        previous={barsOf(insights.previousDays)}
        before={previousPeriodNames[length]}
      />
    )}
    <BestItems items={insights.best} />
    <LowItems items={insights.low} />
  </div>
)
