import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SentDeliveryPrice } from '#contract/delivery-price.ts'
import type { Order } from '#contract/orders.ts'
import { inMinorUnits } from '#domain/delivery.ts'
import { majorOf, minorOf } from '#domain/money.ts'
import { type Extras, priceOfSent } from '#domain/price.ts'
import { useContent, useShowContent } from '../../api/content.ts'
import { explain, hasCode } from '../../api/problem-error.ts'
import { cardOptions, startedPayment } from './queries.ts'
import { useVoucherCode } from './use-voucher-code.ts'

/**
 * The payment for these orders. The page learns from it what delivery costs now, whether that changes their sum, and
 * what a voucher saves. If the shop refuses the voucher, the payment is without it.
 */
export function useStarted(order: Order, others: readonly Order[]) {
  const orders = [order, ...others]
  const client = useQueryClient()
  const content = useContent()
  const show = useShowContent()
  const [seen] = useState(content.deliveryPrice)
  const options = useQuery(cardOptions)
  const { code, setCode } = useVoucherCode()
  const [isAsking, setAsking] = useState(false)
  const enabled = Boolean(options.data?.cards)
  const goods = majorOf(priceOfSent(orders).total)
  const paymentWith = (voucher: string | undefined) =>
    startedPayment(
      order,
      {
        ...(others.length > 0 && { with: others.map(({ _id }) => _id) }),
        ...(voucher !== undefined && { voucher }),
      },
      goods,
    )
  const asked = useQuery({ ...paymentWith(code), enabled })
  const refusal = explain(asked.error).fields.voucher
  const started = useQuery({ ...paymentWith(refusal === undefined ? code : undefined), enabled })

  /** Fails if the shop refuses the voucher. Until it has answered, the payment before stays. */
  async function use(typed: string): Promise<void> {
    setAsking(true)
    try {
      await client.fetchQuery({ ...paymentWith(typed), staleTime: 0, gcTime: untilShown })
      setCode(typed)
    } finally {
      setAsking(false)
    }
  }

  const current = started.data ? started.data.deliveryPrice : content.deliveryPrice
  useEffect(() => {
    if (JSON.stringify(current) !== JSON.stringify(content.deliveryPrice))
      show({ ...content, deliveryPrice: current })
  }, [current, content, show])
  const accepted = refusal === undefined && started.data ? code : undefined
  const agreed = started.data && { ...extrasOf(started.data), voucher: accepted?.trim().toUpperCase() }
  return {
    options,
    started,
    hasChanged: sumOf(orders, current) !== sumOf(orders, seen),
    agreed,
    /** A voucher leaves nothing to pay. */
    isCovered: accepted !== undefined && started.data?.clientSecret === '',
    voucher: {
      isOffered: content.takesVouchers && options.data?.cards !== null,
      code,
      isAccepted: accepted !== undefined,
      saves: agreed?.discount ?? 0,
      /** Why the voucher of a link is not used. */
      refusal,
      needsEmail: hasCode(asked.error, 'email_unverified'),
      isAsking,
      use,
      askAgain: () => asked.refetch(),
      remove: () => setCode(undefined),
    },
  }
}

export type Started = ReturnType<typeof useStarted>

/** A payment is forgotten when no page shows it; this one is shown a moment after it was started. */
const untilShown = 5000

const extrasOf = ({ delivery, discount }: { delivery: number; discount: number }): Extras => ({
  delivery: minorOf(delivery) ?? 0,
  discount: minorOf(discount) ?? 0,
})

const sumOf = (orders: readonly Order[], deliveryPrice: SentDeliveryPrice) =>
  priceOfSent(orders, inMinorUnits(deliveryPrice)).total
