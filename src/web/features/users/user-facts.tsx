import { Link } from 'react-router'
import type { ListedUser } from '#contract/users.ts'
import { paths } from '../../paths.ts'

/** Who a user is: the e-mail, and below it what the shop knows besides. `id` names the e-mail for the buttons beside. */
export function UserFacts({ user, id }: { user: ListedUser; id: string }) {
  const { email, name, verified, orders, lastSeenAt } = user
  return (
    <>
      <span id={id} className="wrap-anywhere">
        {email}
      </span>
      {/* Who signs in elsewhere without a name is called by the e-mail. */}
      {name !== email && <span className="block wrap-anywhere">{name}</span>}
      <span className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-soft">
        {verified && <span className="badge-quiet">E-mail verified</span>}
        {orders > 0 ? (
          <Link to={paths.ordersOf(email)} className="link-quiet" aria-describedby={id}>
            {orders === 1 ? '1 order' : `${orders} orders`}
          </Link>
        ) : (
          <span>No orders</span>
        )}
        <span>{lastSeenAt ? <LastSeen at={lastSeenAt} /> : 'Not seen lately'}</span>
      </span>
    </>
  )
}

const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

const LastSeen = ({ at }: { at: string }) => (
  <>
    Last seen <time dateTime={at}>{format.format(new Date(at))}</time>
  </>
)
