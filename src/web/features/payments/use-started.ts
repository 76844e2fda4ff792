import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { type DeliveryPrice, inMinorUnits } from '#domain/delivery.ts'
import { majorOf } from '#domain/money.ts'
import { priceOfSent } from '#domain/price.ts'
import { useContent, useShowContent } from '../../api/content.ts'
import { cardOptions, startedPayment } from './queries.ts'

/** The payment for these orders. What delivery costs in it is what the shop says now, which the page may not have known. */
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
    if (!isSame(current, content.deliveryPrice)) show({ ...content, deliveryPrice: current })
  }, [current, content, show])
  const delivery = inMinorUnits(current)
  return {
    options,
    started,
    delivery,
    hasChanged: costOf(orders, delivery) !== costOf(orders, inMinorUnits(seen)),
  }
}

export type Started = ReturnType<typeof useStarted>

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const costOf = (orders: readonly Order[], delivery: DeliveryPrice | null) =>
  priceOfSent(orders, delivery).total
