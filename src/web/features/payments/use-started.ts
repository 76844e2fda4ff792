import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SentDeliveryPrice } from '#contract/delivery-price.ts'
import type { Order } from '#contract/orders.ts'
import { inMinorUnits } from '#domain/delivery.ts'
import { majorOf } from '#domain/money.ts'
import { priceOfSent } from '#domain/price.ts'
import { useContent, useShowContent } from '../../api/content.ts'
import { cardOptions, startedPayment } from './queries.ts'

/** The payment for these orders. The page learns from it what delivery costs now, and whether that changes their sum. */
export function useStarted(order: Order, others: readonly Order[]) {
  const orders = [order, ...others]
  const content = useContent()
  const show = useShowContent()
  const [seen] = useState(content.deliveryPrice)
  const options = useQuery(cardOptions)
  const choices = others.length > 0 ? { with: others.map(({ _id }) => _id) } : {}
  const started = useQuery({
    ...startedPayment(order, choices, majorOf(priceOfSent(orders).total)),
    enabled: Boolean(options.data?.cards),
  })
  const current = started.data ? started.data.deliveryPrice : content.deliveryPrice
  useEffect(() => {
    if (JSON.stringify(current) !== JSON.stringify(content.deliveryPrice))
      show({ ...content, deliveryPrice: current })
  }, [current, content, show])
  return { options, started, hasChanged: sumOf(orders, current) !== sumOf(orders, seen) }
}

export type Started = ReturnType<typeof useStarted>

const sumOf = (orders: readonly Order[], deliveryPrice: SentDeliveryPrice) =>
  priceOfSent(orders, inMinorUnits(deliveryPrice)).total
