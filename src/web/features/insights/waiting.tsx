import { Link } from 'react-router'
import type { Insights } from '#contract/insights.ts'
import { mostCounted } from '#domain/order.ts'
import { inThousands } from '#domain/thousands.ts'
import { paths } from '../../paths.ts'

type Counts = Pick<Insights, 'toSend' | 'unpaid' | 'lapsed'>

const written = (count: number): string => `${inThousands(count)}${count >= mostCounted ? '+' : ''}`

/** Counts that may need action; each links to its orders. */
export const Waiting = ({ insights: { toSend, unpaid, lapsed } }: { insights: Counts }) => (
  <section className="waiting" aria-labelledby="waiting">
    <h4 id="waiting">Waiting</h4>
    <ul>
      {[
        { count: toSend, label: 'to send', state: 'paid' },
        { count: unpaid, label: 'unpaid', state: 'held' },
        { count: lapsed, label: 'lapsed', state: 'lapsed' },
      ].map(({ count, label, state }) => (
        <li key={state}>
          <Link to={paths.ordersIn(state)} className="waiting-link" preventScrollReset data-any={count > 0}>
            <strong>{written(count)}</strong> {label}
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
