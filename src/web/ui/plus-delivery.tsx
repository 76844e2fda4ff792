import type { SentDeliveryPrice } from '#contract/delivery-price.ts'
import { deliveryOf, inMinorUnits } from '#domain/delivery.ts'
import { formatPrice, type Minor } from '#domain/money.ts'

interface PlusDeliveryProps {
  of: { deliveryPrice: SentDeliveryPrice }
  /** What is delivered, as far as it is known. */
  goods: Minor
}

/** 'Plus $4.90 delivery, free from $60'; nothing if prices include it. */
export function PlusDelivery({ of: { deliveryPrice }, goods }: PlusDeliveryProps) {
  const delivery = inMinorUnits(deliveryPrice)
  if (!delivery) return null
  const { price, freeFrom } = delivery
  const free = freeFrom === null ? '' : `, free from ${formatPrice(freeFrom)}`
  return (
    <p className="mt-1 text-sm text-soft" aria-live="polite">
      {deliveryOf(delivery, goods) === 0 ? 'Free delivery' : `Plus ${formatPrice(price)} delivery${free}`}
    </p>
  )
}
