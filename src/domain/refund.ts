import type { Cents } from './money.ts'

/** Where a refund stands at the card provider. needs_action: the customer has to say where the money goes. */
export const refundStatuses = ['pending', 'needs_action', 'succeeded', 'failed'] as const

export type RefundStatus = (typeof refundStatuses)[number]

/**
 * Why money goes back. removed, sold_out, already_paid and other_amount: it came for an order that could not take it.
 * no_order: the shop has no such order. by_admin: an admin gives it back. by_provider: somebody gave it back at the
 * card provider.
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

/** A refund as the card provider knows it. */
export interface CardRefund {
  id: string
  /** The payment it is of. */
  intentId: string
  /** Ours, when the shop has asked for it. */
  refundId: string | undefined
  amount: Cents
  status: RefundStatus
  /** Why it failed, in the provider's words. */
  failure: string | null
}

/**
 * Refunds that did not arrive, and for which nothing has made up: whatever goes back later makes up for the oldest
 * first. They come in the order in which they were asked for, and only those that the provider knows.
 */
export function stillMissing<R>(
  refunds: readonly R[],
  factsOf: (refund: R) => Pick<CardRefund, 'amount' | 'status'>,
): R[] {
  const missing: { refund: R; left: Cents }[] = []
  for (const refund of refunds) {
    const { amount, status } = factsOf(refund)
    if (status === 'failed') missing.push({ refund, left: amount })
    else makeUp(missing, amount)
  }
  return missing.map(({ refund }) => refund)
}

function makeUp(missing: { left: Cents }[], amount: Cents): void {
  for (let rest = amount; rest > 0 && missing[0]; ) {
    const used = Math.min(rest, missing[0].left)
    rest -= used
    missing[0].left -= used
    if (missing[0].left === 0) missing.shift()
  }
}

/** A buyer has asked the bank for the money back, as the card provider knows it. */
export interface CardDispute {
  id: string
  intentId: string
  amount: Cents
  reason: string
  openedAt: number
  status: 'open' | 'won' | 'lost'
  /** The provider still takes refunds: it is an inquiry of the bank, and no money has gone yet. */
  isRefundable: boolean
  /** What the provider has taken out of the shop's balance for it, and what it charges besides. */
  withdrawn: Cents
  fee: Cents
}

/** The moments of a refund, as the database keeps them. */
export type RefundMoments = Readonly<Record<'succeeded_at' | 'failed_at' | 'needs_action_at', number | null>>

const [soonest, latest] = [15_000, 6 * 3_600_000]

/** When the reconciler asks about a refund again: the older the refund, the less there is to be seen. */
export const nextCheckAt = ({ created_at }: { created_at: number }, now: number): number =>
  now + Math.round(Math.min(Math.max((now - created_at) / 2, soonest), latest))

const ranks: Readonly<Record<RefundStatus, number>> = { pending: 0, needs_action: 0, succeeded: 1, failed: 2 }

/**
 * Several calls to the provider may be under way at once, and the oldest answer may arrive last: what succeeded is not
 * pending again, and what has failed does not succeed any more.
 */
export const isStale = (noted: RefundStatus, seen: RefundStatus): boolean => ranks[seen] < ranks[noted]

/** A refund that succeeded can still fail: a bank may send the money back days later. */
export function momentsAfter(before: RefundMoments, status: RefundStatus, now: number): RefundMoments {
  const since = (own: RefundStatus, moment: number | null) => (status === own ? (moment ?? now) : null)
  return {
    succeeded_at: since('succeeded', before.succeeded_at),
    failed_at: since('failed', before.failed_at),
    needs_action_at: since('needs_action', before.needs_action_at),
  }
}
