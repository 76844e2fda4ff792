import { call } from '../../api/call.ts'
import { hasCode, ProblemError } from '../../api/problem-error.ts'

/**
 * settled: the order is paid. late: the money is on its way and the shop will notice by itself.
 * returned: the order cannot be had any more, so the shop gives the money back.
 */
export type Settlement = 'settled' | 'late' | 'returned'

const pauses = [1000, 2000, 4000, 8000] as const

/** Tells the shop about a payment that the provider has accepted, until the shop agrees or patience runs out. */
export async function settle(orderId: string, transactionId: string): Promise<Settlement> {
  for (const pause of [...pauses, undefined]) {
    try {
      await call('PATCH /booking/{id}', {
        params: { id: orderId },
        body: { bookingId: orderId, transactionId },
      })
      return 'settled'
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
