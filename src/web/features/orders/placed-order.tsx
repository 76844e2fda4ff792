import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { formatDollars } from '#domain/money.ts'
import { paths } from '../../paths.ts'
import { Picture } from '../../ui/picture.tsx'
import { When } from '../../ui/when.tsx'

/** Stands where the form was: what was ordered, for how long it is held, and the way to pay. */
export function PlacedOrder({ order, picture }: { order: Order; picture: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { _id, number, itemName, quantity, totalPrice, heldUntil } = order
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="font-display text-2xl">
        Your order is placed
      </h2>
      <div className="placed-order">
        <Picture src={picture} alt="" sizes="96px" className="row-picture" />
        <div className="min-w-0">
          <p className="font-display text-lg wrap-anywhere">{itemName}</p>
          <p className="text-soft tabular-nums">
            {number}, {quantity === 1 ? '1 piece' : `${quantity} pieces`}
          </p>
        </div>
        <p className="font-display text-2xl tabular-nums">{formatDollars(totalPrice)}</p>
      </div>
      <p className="text-soft">
        We hold it for you until <When at={heldUntil} />.
      </p>
      <div className="mt-6 grid gap-3">
        <Link to={paths.payment(_id)} className="btn btn-primary">
          Pay now
        </Link>
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
