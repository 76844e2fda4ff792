import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { amountsFormat } from '#domain/money.ts'
import { paths } from '../../paths.ts'
import { Loading } from '../../ui/spinner.tsx'
import { PartError } from '../../ui/states.tsx'
import { Ago } from './ago.tsx'
import { StateChip } from './order-line.tsx'
import { ordersOf } from './queries.ts'

interface OtherOrdersProps {
  order: Order
  onShow: (id: string) => void
}

const mostShown = 5

/** What the same customer ordered besides, newest first. */
export function OtherOrders({ order: { _id, email }, onShow }: OtherOrdersProps) {
  const query = useQuery(ordersOf(email))
  const others = query.data?.filter(other => other._id !== _id && other.email === email)
  const shown = others?.slice(0, mostShown) ?? []
  const format = amountsFormat(shown.map(({ totalPrice }) => totalPrice))
  return (
    <section className="mt-8" aria-labelledby="other-orders">
      <h3 id="other-orders" className="font-display text-lg">
        Other orders of this customer
      </h3>
      {query.isPending && <Loading />}
      {query.isError && <PartError query={query} />}
      {others?.length === 0 && <p className="mt-3">No other orders.</p>}
      <ul className="timeline-list empty:hidden">
        {shown.map(other => (
          <li key={other._id}>
            <span>
              <button type="button" className="details-button" onClick={() => onShow(other._id)}>
                {other.number}
              </button>{' '}
              {other.itemName}, {format(other.totalPrice)}
            </span>
            <span className="text-sm text-soft">
              <Ago at={other.createdAt} /> <StateChip order={other} />
            </span>
          </li>
        ))}
      </ul>
      {others && others.length > shown.length && (
        <p className="mt-3">
          <Link to={paths.ordersOf(email)}>All orders of {email}</Link>
        </p>
      )}
    </section>
  )
}
