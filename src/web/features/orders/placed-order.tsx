import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { paths } from '../../paths.ts'
import { countOf } from '../../ui/count.ts'
import { timeOf } from '../../ui/moment.ts'
import { When } from '../../ui/time.tsx'
import { DeliveryNote } from './delivery-note.tsx'
import { HowToPay, usePayWords } from './how-to-pay.tsx'
import { bag } from './queries.ts'
import { Slip } from './slip.tsx'
import { isToPay } from './waiting.ts'

/** Replaces the order form: the order, the end of its hold, and a link to pay. */
export function PlacedOrder({ order, picture }: { order: Order; picture: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    // Scrolls to the top, so that the link to pay is in view on a phone.
    heading.current?.scrollIntoView({ block: 'start' })
  }, [])
  const payWords = usePayWords()
  const { data: unpaid = [] } = useQuery(bag)
  const others = unpaid.filter(isToPay).filter(({ _id }) => _id !== order._id)
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mb-4 font-display text-2xl">
        Your order is placed
      </h2>
      <Slip orders={[order]} pictureOf={() => picture} />
      <p className="mt-4 text-soft">
        Held for you for {minutesHeld(order)} (until <HoldEnd order={order} />
        ).
      </p>
      <div className="mt-6 grid gap-3">
        <HowToPay />
        <Link to={paths.payment(order._id)} className="btn btn-primary">
          {payWords.now}
        </Link>
        {others.length > 0 && (
          <>
            <Link
              to={paths.payment(
                order._id,
                others.map(({ _id }) => _id),
              )}
              className="btn btn-quiet"
            >
              {payWords.several} all {others.length + 1} in your bag together
            </Link>
            <DeliveryNote orders={[order, ...others]} />
          </>
        )}
        <div className="flex flex-wrap gap-3">
          <Link to={paths.items} className="btn btn-quiet grow">
            Keep shopping
          </Link>
          <Link to={paths.myOrder} className="btn btn-quiet grow">
            My Orders
          </Link>
        </div>
      </div>
    </>
  )
}

const minuteMs = 60_000

const heldMs = ({ createdAt, heldUntil }: Order) => Date.parse(heldUntil) - Date.parse(createdAt)

const minutesHeld = (order: Order): string => countOf(Math.round(heldMs(order) / minuteMs), 'minute')

const halfDayMs = 43_200_000

/** The time alone, unless it would leave the day in doubt. */
function HoldEnd({ order }: { order: Order }) {
  const at = order.heldUntil
  return heldMs(order) > halfDayMs ? <When at={at} /> : <time dateTime={at}>{timeOf(new Date(at))}</time>
}
