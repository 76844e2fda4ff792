import type { ProviderPayment } from '../interfaces.ts'

/** What became of the payments of a world, as the card provider's books show it. */
export function countPayments(
  payments: readonly ProviderPayment[],
  begun: ReadonlyMap<string, { orders: readonly string[]; at: number }>,
): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (what: string, isSo = true) => isSo && counts.set(what, (counts.get(what) ?? 0) + 1)
  const charged = new Map<string, number>()
  for (const { id, status, received, refunds, disputes } of payments) {
    const orders = begun.get(id)?.orders ?? []
    count(`payment ends ${status}`)
    const back = refunds.reduce((sum, refund) => (refund.status === 'failed' ? sum : sum + refund.amount), 0)
    if (status === 'succeeded') {
      for (const order of orders) charged.set(order, (charged.get(order) ?? 0) + 1)
      count('several orders paid together', orders.length > 1)
      count('payment refunded whole', back >= received)
      count('payment refunded in part', back > 0 && back < received)
      count('payment refunded in several parts', refunds.length > 1)
    }
    for (const { metadata, status: end } of refunds) {
      count('refund by hand at the provider', metadata.refundId === undefined)
      count(`refund ends ${end}`)
    }
    for (const { status: end } of disputes) count(`dispute ends ${end}`)
  }
  for (const times of charged.values()) count('order charged more than once', times > 1)
  return counts
}
