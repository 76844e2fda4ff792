import type { Minor } from './money.ts'

/** The card provider's status. needs_action: the customer must choose where the money goes. */
export const refundStatuses = ['pending', 'needs_action', 'succeeded', 'failed'] as const

export type RefundStatus = (typeof refundStatuses)[number]

/**
 * Why money is refunded. removed, sold_out, already_paid and other_amount: the order could not accept the payment.
 * no_order: the shop has no such order. by_admin: an admin refunded it. by_provider: it was refunded in the card
 * provider's dashboard.
 */
export const refundReasons = [
  'removed',
  'sold_out',
  'already_paid',
  'other_amount',
  'no_order',
  'by_admin',
  'by_provider',
] as const

export type RefundReason = (typeof refundReasons)[number]

/** A refund as the card provider reports it. */
export interface CardRefund {
  id: string
  /** The refunded payment. */
  intentId: string
  /** The shop's id, if the shop requested the refund. */
  refundId: string | undefined
  amount: Minor
  status: RefundStatus
  /** Why it failed, in the provider's words. */
  failure: string | null
}

/**
 * The failed refunds that no later refund has replaced. A later refund replaces the oldest failed one first. Pass refunds
 * in the order in which they were requested, and only those that the provider knows.
 */
export function stillMissing<R>(
  refunds: readonly R[],
  factsOf: (refund: R) => Pick<CardRefund, 'amount' | 'status'>,
): R[] {
  const missing: { refund: R; left: Minor }[] = []
  for (const refund of refunds) {
    const { amount, status } = factsOf(refund)
    if (status === 'failed') missing.push({ refund, left: amount })
    else offsetFailed(missing, amount)
  }
  return missing.map(({ refund }) => refund)
}

function offsetFailed(missing: { left: Minor }[], amount: Minor): void {
  for (let rest = amount; rest > 0 && missing[0]; ) {
    const used = Math.min(rest, missing[0].left)
    rest -= used
    missing[0].left -= used
    if (missing[0].left === 0) missing.shift()
  }
}

/** A dispute (chargeback) as the card provider reports it. */
export interface CardDispute {
  id: string
  intentId: string
  amount: Minor
  reason: string
  openedAt: number
  status: 'open' | 'won' | 'lost'
  /** True for an inquiry: the bank has taken no money yet, so the provider still accepts refunds. */
  isRefundable: boolean
  /** Taken from the shop's balance, without the fee. */
  withdrawn: Minor
  fee: Minor
}

/** The timestamps of a refund's row. */
export type RefundMoments = Readonly<Record<'succeeded_at' | 'failed_at' | 'needs_action_at', number | null>>

const [minDelayMs, maxDelayMs] = [15_000, 6 * 3_600_000]

/** When the reconciler polls a refund again: less often as it gets older, because less is likely to change. */
export const nextCheckAt = ({ created_at }: { created_at: number }, now: number): number =>
  now + Math.round(Math.min(Math.max((now - created_at) / 2, minDelayMs), maxDelayMs))

const ranks: Readonly<Record<RefundStatus, number>> = { pending: 0, needs_action: 0, succeeded: 1, failed: 2 }

/**
 * Concurrent calls to the provider may return out of order. A succeeded refund never becomes pending again, and a failed
 * one never succeeds, so a response that says otherwise is outdated.
 */
export const isStale = (recorded: RefundStatus, received: RefundStatus): boolean =>
  ranks[received] < ranks[recorded]

/** A refund that succeeded can still fail: a bank may send the money back days later. */
export function momentsAfter(before: RefundMoments, status: RefundStatus, now: number): RefundMoments {
  const since = (own: RefundStatus, moment: number | null) => (status === own ? (moment ?? now) : null)
  return {
    succeeded_at: since('succeeded', before.succeeded_at),
    failed_at: since('failed', before.failed_at),
    needs_action_at: since('needs_action', before.needs_action_at),
  }
}
