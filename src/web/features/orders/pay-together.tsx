import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { formatDollars } from '#domain/money.ts'
import { paths } from '../../paths.ts'
import { countOf } from '../../ui/count.ts'
import { sumOf } from './sum-of.ts'

interface PayTogetherProps {
  /** All that is not paid for yet. */
  unpaid: readonly Order[]
  /** Of those; when there is none, all of them are meant. */
  chosen: readonly Order[]
}

/** One payment for several orders. With a single one its own Payment link is all that is needed. */
export function PayTogether({ unpaid, chosen }: PayTogetherProps) {
  if (unpaid.length < 2) return null
  const paying = chosen.length > 0 ? chosen : unpaid
  const [first = '', ...others] = paying.map(({ _id }) => _id)
  const sum = formatDollars(sumOf(paying))
  return (
    <div className="panel send-bar">
      <p>
        {chosen.length > 0
          ? `${countOf(chosen.length, 'order')} chosen`
          : `${unpaid.length} orders wait in your bag`}
        , {sum}
      </p>
      <Link to={paths.payment(first, others)} className="btn btn-primary">
        {paying.length > 1 ? `Pay ${paying.length} together` : 'Pay 1 order'}
      </Link>
    </div>
  )
}
