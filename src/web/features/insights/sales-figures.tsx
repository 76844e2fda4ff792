import type { Insights, SalesTotals } from '#contract/insights.ts'
import { formatAmount } from '#domain/money.ts'
import type { PeriodLength } from '#domain/period.ts'
import { inThousands } from '#domain/thousands.ts'
import { type Change, changeOf } from './change.ts'
import { periodNames, previousPeriodNames } from './period.ts'

interface FigureKind {
  name: string
  of: keyof SalesTotals
  format: (value: number) => string
  /** The direction that is good for the shop. */
  better: 'more' | 'fewer'
}

/** Nobody needs decimals in a sum of this size. */
const roundAmount = (amount: number): string => formatAmount(amount >= 10_000 ? Math.round(amount) : amount)

const kinds: readonly FigureKind[] = [
  { name: 'Sales', of: 'takings', format: roundAmount, better: 'more' },
  { name: 'Orders', of: 'orders', format: inThousands, better: 'more' },
  { name: 'Average order', of: 'average', format: roundAmount, better: 'more' },
  { name: 'Units', of: 'units', format: inThousands, better: 'more' },
  { name: 'Refunds', of: 'refunds', format: roundAmount, better: 'fewer' },
]

/** Shown only if there are any, because most shops never have one. */
const disputesLost: FigureKind = {
  name: 'Lost to disputes',
  of: 'disputes',
  format: roundAmount,
  better: 'fewer',
}

const kindsFor = ({ totals, previous }: InsightsProps['insights']): readonly FigureKind[] =>
  totals.disputes > 0 || previous.disputes > 0 ? [...kinds, disputesLost] : kinds

interface InsightsProps {
  insights: Pick<Insights, 'totals' | 'previous'>
  length: PeriodLength
}

/** The figures of a period, each compared with the previous period. */
export const Figures = ({ insights, insights: { totals, previous }, length }: InsightsProps) => (
  <dl className="sales-figures">
    {kindsFor(insights).map(({ name, of, format, better }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="sales-figure">{format(totals[of])}</dd>
        <dd>
          <ChangeMark change={changeOf(totals[of], previous[of])} better={better} length={length} />
        </dd>
      </div>
    ))}
  </dl>
)

/** The takings alone, for the collapsed section. */
export const TakingsLine = ({ insights: { totals, previous }, length }: InsightsProps) => (
  <p className="insights-brief">
    <span className="text-soft">{periodNames[length]}</span> <strong>{roundAmount(totals.takings)}</strong>{' '}
    <ChangeMark change={changeOf(totals.takings, previous.takings)} better="more" length={length} />
  </p>
)

interface ChangeMarkProps {
  change: Change
  better: FigureKind['better']
  length: PeriodLength
}

/** An arrow with a percentage, and the same as a sentence for screen readers. */
function ChangeMark({ change, better, length }: ChangeMarkProps) {
  const { mark, sentence } = labelsOf(change, previousPeriodNames[length])
  const tone = change.kind === 'more' || change.kind === 'fewer' ? change.kind === better : undefined
  return (
    <span className="change-mark" data-good={tone}>
      <span aria-hidden="true">{mark}</span>
      <span className="sr-only">{sentence}</span>
    </span>
  )
}

function labelsOf(change: Change, before: string): { mark: string; sentence: string } {
  if (change.kind === 'same') return { mark: '± 0%', sentence: `as much as ${before}` }
  if (change.kind === 'first') return { mark: '–', sentence: `${before}: none` }
  const percent = change.percent.toLocaleString('en-US')
  return change.kind === 'more'
    ? { mark: `▲ ${percent}%`, sentence: `${percent} percent more than ${before}` }
    : { mark: `▼ ${percent}%`, sentence: `${percent} percent less than ${before}` }
}

/** Reserves the space of the figures, so that little moves when they load. */
export const FiguresPlaceholder = () => (
  <div role="status" className="insights-body insights-loading">
    <span className="sr-only">Loading</span>
  </div>
)
