import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from 'react-router'
import { paths } from '../../paths.ts'
import { countOf } from '../../ui/count.ts'
import { dayOf, timeOf } from '../../ui/moment.ts'
import { bag, firstHeld } from './queries.ts'
import { isToPay } from './waiting.ts'
import './bag.css'

/** The number of orders to pay and the end of the first hold, linked to My Orders. Renders nothing when there are none. */
export function BagLink(link: Omit<LinkProps, 'to'>) {
  const unpaid = useQuery(bag).data?.filter(isToPay) ?? []
  if (unpaid.length === 0) return null
  const end = firstHeld(unpaid)?.heldUntil
  const until = end && shortMomentOf(new Date(end))
  const held = until ? `, the first is held until ${until}` : ''
  return (
    <Link
      {...link}
      to={paths.myOrder}
      className="bag"
      aria-label={`Your bag: ${countOf(unpaid.length, 'order')} to pay${held}`}
    >
      <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
        <path d="M5.5 8.5h13l1 11.5h-15zM9 11V7a3 3 0 0 1 6 0v4" />
      </svg>
      <span className="bag-count">{unpaid.length}</span>
      {until && <span className="bag-until">{until}</span>}
    </Link>
  )
}

/** The time of day, with the date if it is not today. */
const shortMomentOf = (at: Date): string =>
  at.toDateString() === new Date().toDateString() ? timeOf(at) : `${dayOf(at)}, ${timeOf(at)}`
