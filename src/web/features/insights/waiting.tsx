import { Link } from 'react-router'
import type { Insights } from '#contract/insights.ts'
import { mostCounted, type OrderFilterName } from '#domain/order.ts'
import { inThousands } from '#domain/thousands.ts'
import { paths } from '../../paths.ts'

type Counts = Pick<Insights, 'toSend' | 'unpaid' | 'lapsed'>

const written = (count: number): string => `${inThousands(count)}${count >= mostCounted ? '+' : ''}`

interface WaitingProps {
  insights: Counts
  /** The state of the orders on the page. */
  shown: OrderFilterName | undefined
}

/** Counts that may need action; each links to its orders. They stay when the figures are folded. */
export const Waiting = ({ insights: { toSend, unpaid, lapsed }, shown }: WaitingProps) => (
  <ul className="waiting" aria-label="Waiting">
    {[
      { count: toSend, label: 'to send', state: 'paid' },
      { count: unpaid, label: 'unpaid', state: 'held' },
      { count: lapsed, label: 'lapsed', state: 'lapsed' },
    ].map(({ count, label, state }) => (
      <li key={state}>
        <Link
          to={paths.ordersIn(state)}
          className="waiting-link"
          preventScrollReset
          data-any={count > 0}
          aria-current={shown === state}
        >
          <strong>{written(count)}</strong> {label}
        </Link>
      </li>
    ))}
  </ul>
)
