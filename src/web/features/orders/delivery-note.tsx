import type { Order } from '#contract/orders.ts'
import { type DeliveryPrice, deliveryOf } from '#domain/delivery.ts'
import { formatPrice } from '#domain/money.ts'
import { priceOfSent } from '#domain/price.ts'
import { useDelivery } from './use-delivery.ts'

/** How much of the sum of unpaid orders is delivery, and what is missing until it is free. */
export function DeliveryNote({ orders }: { orders: readonly Order[] }) {
  const delivery = useDelivery()
  return delivery && <p className="text-sm text-soft">{noteOf(orders, delivery)}</p>
}

function noteOf(orders: readonly Order[], delivery: DeliveryPrice): string {
  const goods = priceOfSent(orders).total
  const cost = deliveryOf(delivery, goods)
  if (cost === 0) return 'Delivery is free.'
  const charged =
    orders.length > 1
      ? `One delivery for all: ${formatPrice(cost)}`
      : `Includes ${formatPrice(cost)} delivery`
  if (delivery.freeFrom === null) return `${charged}.`
  const missing = formatPrice(delivery.freeFrom - goods)
  return `${charged}, free from ${formatPrice(delivery.freeFrom)} (${missing}\u00a0to\u00a0go).`
}
