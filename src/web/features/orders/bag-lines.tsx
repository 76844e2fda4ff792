import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { formatPrice } from '#domain/money.ts'
import { priceOfSent } from '#domain/price.ts'
import { paths } from '../../paths.ts'
import { Loading } from '../../ui/spinner.tsx'
import { PartError } from '../../ui/states.tsx'
import { BagLine } from './bag-line.tsx'
import { DeliveryNote } from './delivery-note.tsx'
import { HoldLeft } from './hold-left.tsx'
import { usePayWords } from './how-to-pay.tsx'
import { isPayable } from './payment-checked.tsx'
import { usePictures } from './pictures.tsx'
import { bag, firstHeld, quantityKey } from './queries.ts'
import { useDelivery } from './use-delivery.ts'
import { isWaiting } from './waiting.ts'
import './bag-lines.css'

/** The unpaid orders: what they are, how long they are held, and one payment for those that wait for no transfer. */
export function BagLines({ onRemove }: { onRemove: (order: Order) => void }) {
  const query = useQuery(bag)
  const pictureOf = usePictures(query.data ?? [])
  if (query.isPending) return <Loading />
  if (!query.data) return <PartError query={query} what="Your bag" />
  if (query.data.length === 0) return <EmptyBag />
  const waiting = query.data.filter(isWaiting)
  const others = query.data.filter(order => !isWaiting(order))
  const held = firstHeld(others)
  const linesOf = (orders: readonly Order[]) => (
    <ul className="bag-lines">
      {orders.map(order => (
        <BagLine key={order._id} order={order} picture={pictureOf(order)} onRemove={onRemove} />
      ))}
    </ul>
  )
  return (
    <div className="grid gap-3">
      {held && <HoldLeft order={held} />}
      {others.length > 0 && linesOf(others)}
      <PayAll orders={others.filter(isPayable)} />
      {waiting.length > 0 && (
        <section aria-labelledby="bag-waiting">
          <h3 id="bag-waiting" className="font-display text-lg">
            To pay by transfer
          </h3>
          {linesOf(waiting)}
        </section>
      )}
    </div>
  )
}

const EmptyBag = () => (
  <div className="grid justify-items-start gap-4">
    <p>Your bag is empty. What you order waits here until you pay for it.</p>
    <Link to={paths.items} className="btn btn-primary">
      See our items
    </Link>
  </div>
)

/** Waits while a quantity is being changed, so that nobody pays a sum that they have not seen. */
function PayAll({ orders }: { orders: readonly Order[] }) {
  const client = useQueryClient()
  const changing = { mutationKey: quantityKey }
  const isBusy = useIsMutating(changing) > 0
  const delivery = useDelivery()
  const payWords = usePayWords()
  const [first, ...others] = orders.map(({ _id }) => _id)
  if (first === undefined) return null
  const label = others.length > 0 ? `${payWords.several} all` : payWords.one
  return (
    <div className="grid gap-3" aria-live="polite">
      <DeliveryNote orders={orders} />
      <Link
        to={paths.payment(first, others)}
        className="btn btn-primary"
        data-busy={isBusy}
        aria-disabled={isBusy}
        onClick={event => client.isMutating(changing) > 0 && event.preventDefault()}
      >
        {label} · {formatPrice(priceOfSent(orders, delivery).total)}
      </Link>
    </div>
  )
}
