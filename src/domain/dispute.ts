import { formatPrice, type Minor } from './money.ts'
import type { OrderEventType } from './order-event.ts'
import type { CardDispute } from './refund.ts'
import { Refusal } from './refusal.ts'

/** How long a lost dispute stays in the attention list. It stays in its order's timeline forever. */
export const lostShownMs = 90 * 86_400_000

/** An entry about a dispute in the timeline of an order. */
interface DisputeStep {
  what: Extract<OrderEventType, `dispute${string}`>
  detail: string
}

type DisputeState = Pick<CardDispute, 'amount' | 'reason' | 'status' | 'isRefundable' | 'withdrawn' | 'fee'>

/** The timeline entries between two states of a dispute; `before` is undefined for a new one. */
export function disputeSteps(before: DisputeState | undefined, after: DisputeState): DisputeStep[] {
  const steps: DisputeStep[] = []
  if (!before) steps.push({ what: 'disputed', detail: openedDetail(after) })
  const moved = after.withdrawn - (before?.withdrawn ?? 0)
  if (moved > 0)
    steps.push({ what: 'dispute_withdrawn', detail: withFee(moved, after.fee - (before?.fee ?? 0)) })
  if (moved < 0) steps.push({ what: 'dispute_returned', detail: formatPrice(-moved) })
  if (after.status !== 'open' && after.status !== before?.status)
    steps.push({
      what: after.status === 'won' ? 'dispute_won' : 'dispute_lost',
      detail: formatPrice(after.amount),
    })
  return steps
}

/**
 * Concurrent calls to the provider may return out of order. A closed dispute never reopens, and an open one never
 * returns money, so a response that says otherwise is outdated.
 */
export const isStale = (recorded: DisputeState, received: DisputeState): boolean =>
  received.status === 'open' && (recorded.status !== 'open' || received.withdrawn < recorded.withdrawn)

const openedDetail = ({ amount, reason, isRefundable }: DisputeState): string =>
  `${formatPrice(amount)}: ${reason.replaceAll('_', ' ')}${isRefundable ? ' (an inquiry: no money has been taken)' : ''}`

const withFee = (amount: Minor, fee: Minor): string =>
  fee > 0 ? `${formatPrice(amount)}, and a fee of ${formatPrice(fee)}` : formatPrice(amount)

/** The provider rejects refunds of a disputed charge (`charge_disputed`), because the bank decides. */
export const refundsBlocked = (isLost: boolean): Refusal =>
  new Refusal(
    'payment_disputed',
    isLost
      ? 'This payment was lost to a dispute: the bank has returned the money to the customer, so there is nothing left to refund.'
      : 'The customer has disputed this payment with their bank, so the card provider does not accept a refund. Answer the dispute at the card provider.',
  )

/** Asks for confirmation, so that an admin does not ship a disputed order by accident. */
export function sendingDisputed(numbers: readonly string[], ids: readonly string[]): Refusal {
  const which = numbers.length === 1 ? `${numbers[0]} is` : `${numbers.join(', ')} are`
  return new Refusal(
    'order_disputed',
    `${which} disputed: the customer has asked their bank to reverse the payment. Nothing was sent. Confirm that you want to send anyway.`,
    { facts: { ids } },
  )
}
