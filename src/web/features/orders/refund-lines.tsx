import type { Order } from '#contract/orders.ts'
import { formatAmount } from '#domain/money.ts'
import { isCanceled } from '#domain/order.ts'

/** Describes the refunds of an order; empty if there are none. */
export function refundLinesOf(order: Order): string[] {
  const { refundedAmount, refundedAt, refundPendingAmount, refundFailedAt } = order
  const lines: string[] = []
  if (isCanceled(order)) lines.push('Canceled')
  else if (refundedAt && order.disputeLostAmount === 0) lines.push('Refunded')
  else if (refundedAmount > 0)
    lines.push(`${formatAmount(refundedAmount)} of ${formatAmount(order.paidAmount ?? 0)} refunded`)
  if (refundPendingAmount > 0) lines.push(`${formatAmount(refundPendingAmount)} refund in progress`)
  if (refundFailedAt) lines.push('Refund failed')
  if (order.disputeLostAmount > 0) lines.push(`${formatAmount(order.disputeLostAmount)} lost to a dispute`)
  else if (order.disputedAt) lines.push('Disputed')
  return lines
}

export const RefundLines = ({ order }: { order: Order }) =>
  refundLinesOf(order).map(line => (
    <span
      key={line}
      className="badge-quiet"
      data-tone={/failed|Disputed|lost/.test(line) ? 'bad' : undefined}
    >
      {line}
    </span>
  ))
