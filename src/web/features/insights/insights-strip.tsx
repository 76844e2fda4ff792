import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Insights } from '#contract/insights.ts'
import { type PeriodLength, periodLengths } from '#domain/period.ts'
import { useMedia } from '../../ui/media.ts'
import { PartError } from '../../ui/states.tsx'
import { barsOf } from './bars.ts'
import { BestItems, LowItems } from './item-lists.tsx'
import { periodNames, previousPeriodNames, usePeriod } from './period.ts'
import { insightsOf } from './queries.ts'
import { SalesChart } from './sales-chart.tsx'
import { Figures, FiguresPlaceholder, TakingsLine } from './sales-figures.tsx'
import { Waiting } from './waiting.tsx'
import './insights.css'

/** The shop's figures above the orders. Small screens start with one line. */
export default function InsightsStrip() {
  const { length, hrefOf } = usePeriod()
  const hasRoom = useMedia('(min-width: 48rem)')
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? hasRoom
  const query = useQuery(insightsOf(length))
  return (
    <section className="panel insights" aria-labelledby="insights">
      <header className="insights-head">
        <h3 id="insights">
          <button
            type="button"
            className="fold-button"
            aria-expanded={isOpen}
            onClick={() => setChosen(!isOpen)}
          >
            How the shop does
          </button>
        </h3>
        {isOpen && <p className="compared">compared with {previousPeriodNames[length]}</p>}
        {isOpen && <PeriodSwitch length={length} hrefOf={hrefOf} />}
        {!isOpen && query.data && <TakingsLine insights={query.data} length={length} />}
      </header>
      {query.isError && <PartError query={query} what="How the shop does" />}
      {isOpen && query.isPending && <FiguresPlaceholder />}
      {isOpen && query.data && (
        <div aria-busy={query.isPlaceholderData} className="insights-body">
          <Shown insights={query.data} length={length} />
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
  <>
    <Figures insights={insights} length={length} />
    <div className="insights-parts" data-chart={length > 1}>
      <Waiting insights={insights} />
      {length > 1 && <SalesChart bars={barsOf(insights.days)} />}
      <BestItems items={insights.best} />
      <LowItems items={insights.low} />
    </div>
  </>
)
