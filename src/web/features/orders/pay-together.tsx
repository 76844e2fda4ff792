import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { formatPrice } from '#domain/money.ts'
import { priceOfSent } from '#domain/price.ts'
import { paths } from '../../paths.ts'
import { countOf } from '../../ui/count.ts'
import { DeliveryNote } from './delivery-note.tsx'
import { usePayWords } from './how-to-pay.tsx'
import { useDelivery } from './use-delivery.ts'

interface PayTogetherProps {
  unpaid: readonly Order[]
  /** If none of the unpaid orders is selected, all of them are paid. */
  chosen: readonly Order[]
}

/** One payment for several orders. A single order already has its own Payment link. */
export function PayTogether({ unpaid, chosen }: PayTogetherProps) {
  const delivery = useDelivery()
  const payWords = usePayWords()
  if (unpaid.length < 2) return null
  const paying = chosen.length > 0 ? chosen : unpaid
  const [first = '', ...others] = paying.map(({ _id }) => _id)
  const sum = formatPrice(priceOfSent(paying, delivery).total)
  return (
    <div className="panel send-bar">
      <div>
        <p>
          {chosen.length > 0
            ? `${countOf(chosen.length, 'order')} selected`
            : `${unpaid.length} orders wait in your bag`}
          , {sum}
        </p>
        <DeliveryNote orders={paying} />
      </div>
      <Link to={paths.payment(first, others)} className="btn btn-primary">
        {payWords.several} {paying.length > 1 ? `${paying.length} together` : '1 order'}
      </Link>
    </div>
  )
}
