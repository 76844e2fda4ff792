import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
}

/** The payment of this visit, and how far the shop has taken note of it. */
export function useClaim(orderId: string) {
  const client = useQueryClient()
  const [receipt, setReceipt] = useState<Receipt>()
  async function claimNow(confirmed: Confirmed): Promise<void> {
    setReceipt({ ...confirmed, standing: 'recording' })
    const standing = await claim(orderId, confirmed.transactionId)
    setReceipt({ ...confirmed, standing })
    void client.invalidateQueries({ queryKey: ordersKey })
    void client.invalidateQueries({ queryKey: itemsKey })
  }
  return { receipt, claimNow }
}
