import { Link } from 'react-router'
import type { ListedUser } from '#contract/users.ts'
import { paths } from '../../paths.ts'
import { countOf } from '../../ui/count.ts'
import { When } from '../../ui/time.tsx'

/** `id` labels the buttons beside it. */
export function UserFacts({ user, id }: { user: ListedUser; id: string }) {
  const { email, name, verified, orders, lastSeenAt } = user
  return (
    <>
      <span id={id} className="wrap-anywhere">
        {email}
      </span>
      {/* Users of a provider without a name have their email as name. */}
      {name !== email && <span className="block wrap-anywhere">{name}</span>}
      <span className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-soft">
        {verified && <span className="badge-quiet">Email confirmed</span>}
        {orders > 0 ? (
          <Link to={paths.ordersOf(email)} className="link-quiet" aria-describedby={id}>
            {countOf(orders, 'order')}
          </Link>
        ) : (
          <span>No orders</span>
        )}
        {lastSeenAt ? (
          <span>
            Last seen <When at={lastSeenAt} />
          </span>
        ) : (
          <span>Not seen recently</span>
        )}
      </span>
    </>
  )
}
