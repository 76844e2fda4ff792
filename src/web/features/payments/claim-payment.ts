import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { type Minor, sumOf } from '#domain/money.ts'
import { type Extras, priceOfSent } from '#domain/price.ts'
import { call } from '../../api/call.ts'
import { hasCode, ProblemError } from '../../api/problem-error.ts'
import { itemsKey, ordersKey } from '../../api/query-keys.ts'

/**
 * late: the money is on its way, and the shop will notice by itself. returned: the order is no longer available, so the
 * shop refunds the payment.
 */
export type ClaimOutcome = 'paid' | 'late' | 'returned'

const pauses = [1000, 2000, 4000, 8000] as const

/** Reports an accepted payment to the shop until the shop confirms it or the retries run out. */
export async function claim(orderId: string, transactionId: string): Promise<ClaimOutcome> {
  for (const pause of [...pauses, undefined]) {
    try {
      await call('PATCH /booking/{id}', {
        params: { id: orderId },
        body: { bookingId: orderId, transactionId },
      })
      return 'paid'
    } catch (error) {
      if (hasCode(error, 'payment_refunded', 'not_found')) return 'returned'
      if (!mayChange(error) || pause === undefined) return 'late'
      await new Promise(resolve => window.setTimeout(resolve, pause))
    }
  }
  return 'late'
}

const mayChange = (error: unknown): boolean =>
  hasCode(error, 'payment_pending', 'too_many_requests') ||
  (error instanceof ProblemError && error.outcomeUnknown)

/** A payment that needs nothing more from the customer. */
export interface Confirmed {
  transactionId: string
  /** The bank has not decided yet. */
  processing: boolean
}

/** What a payment is for. */
export interface Charged {
  /** As they were at that time. */
  orders: readonly Order[]
  agreed: Extras
}

export interface Receipt extends Confirmed, Charged {
  status: 'recording' | ClaimOutcome
}

/** The payment of this visit, and whether the shop has recorded it. */
export function useClaim(orderId: string) {
  const client = useQueryClient()
  const [receipt, setReceipt] = useState<Receipt>()
  const refetchAll = () =>
    Promise.all([ordersKey, itemsKey].map(queryKey => client.invalidateQueries({ queryKey })))
  return {
    receipt,
    async claimNow(confirmed: Confirmed, charged: Charged): Promise<void> {
      setReceipt({ ...confirmed, ...charged, status: 'recording' })
      const status = await claim(orderId, confirmed.transactionId)
      // The receipt's stamp and refunds depend on the shop's current state.
      await refetchAll()
      setReceipt({ ...confirmed, ...charged, status })
    },
    /** A voucher has paid for these orders, so there is nothing to claim. */
    showCovered({ orders, agreed }: Charged): void {
      const transactionId = orders[0]?.transactionId ?? ''
      setReceipt({ transactionId, processing: false, orders, agreed, status: 'paid' })
    },
    /** Called when the shop has found the payment by itself. */
    markPaid(): void {
      setReceipt(last => last && { ...last, status: 'paid' })
      void refetchAll()
    },
  }
}

/**
 * Which of the charged orders the payment bought. The shop settles all of them at once: if one of them is paid, the
 * rest is refunded.
 */
export function keptOf({ orders, transactionId }: Receipt, known: readonly Order[]) {
  const kept = known.filter(order => order.paid && order.transactionId === transactionId)
  const lost = orders.filter(({ _id }) => !kept.some(order => order._id === _id))
  return { kept, lost: kept.length > 0 ? lost : [] }
}

/** What some of the charged orders cost, with their shares of delivery and discount. */
export function chargedFor(some: readonly Order[], { orders, agreed }: Charged): Minor {
  // In the order in which the shop shares amounts out: of equal remainders the first gets more.
  const byId = orders.toSorted((a, b) => (a._id < b._id ? -1 : 1))
  const { parts } = priceOfSent(byId, null, agreed)
  return sumOf(parts.filter((_, index) => some.some(({ _id }) => _id === byId[index]?._id)))
}
