import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { call } from '../../api/call.ts'
import { hasCode, ProblemError } from '../../api/problem-error.ts'
import { itemsKey, ordersKey } from '../../api/query-keys.ts'

/**
 * paid: the order is. late: the money is on its way and the shop will notice by itself.
 * returned: the order cannot be had any more, so the shop gives the money back.
 */
export type ClaimOutcome = 'paid' | 'late' | 'returned'

const pauses = [1000, 2000, 4000, 8000] as const

/** Tells the shop about a payment that the provider has accepted, until the shop agrees or patience runs out. */
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

/** What the provider said of a payment that needs nothing more from the customer. */
export interface Confirmed {
  transactionId: string
  /** The bank has not decided yet. */
  processing: boolean
}

export interface Receipt extends Confirmed {
  standing: 'recording' | ClaimOutcome
  /** What was charged, as it was then. */
  orders: readonly Order[]
}

/** The payment of this visit, and how far the shop has taken note of it. */
export function useClaim(orderId: string) {
  const client = useQueryClient()
  const [receipt, setReceipt] = useState<Receipt>()
  const readAnew = () =>
    Promise.all([ordersKey, itemsKey].map(queryKey => client.invalidateQueries({ queryKey })))
  return {
    receipt,
    async claimNow(confirmed: Confirmed, orders: readonly Order[]): Promise<void> {
      setReceipt({ ...confirmed, orders, standing: 'recording' })
      const standing = await claim(orderId, confirmed.transactionId)
      // The slip is stamped, and tells what could not be kept, by what the shop says now.
      await readAnew()
      setReceipt({ ...confirmed, orders, standing })
    },
    /** The shop has noticed by itself. */
    arrived(): void {
      setReceipt(last => last && { ...last, standing: 'paid' })
      void readAnew()
    },
  }
}

/**
 * Which of the charged orders the payment has bought. The shop decides all of them at once: with one of them paid for,
 * the money of the rest goes back.
 */
export function keptOf({ orders, transactionId }: Receipt, known: readonly Order[]) {
  const kept = known.filter(order => order.paid && order.transactionId === transactionId)
  const lost = orders.filter(({ _id }) => !kept.some(order => order._id === _id))
  return { kept, lost: kept.length > 0 ? lost : [] }
}
