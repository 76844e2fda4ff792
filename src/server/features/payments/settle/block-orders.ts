import type { OrderRow, Writing } from '../../../db/schema/tables.ts'
import { setUnmatched } from '../../../store/order-money.ts'
import * as unmatchedPayments from '../../../store/unmatched-payments.ts'

/**
 * Blocks payment of the orders that an unsettled charge names, and unblocks them once it is settled. The caller has
 * locked their rows.
 */
export async function blockOrders(tx: Writing, locked: readonly OrderRow[], now: number): Promise<void> {
  const blocked = await unmatchedPayments.listBlockedOrders(tx)
  for (const { id, payment_unmatched_at } of locked)
    if (blocked.has(id) !== (payment_unmatched_at !== null))
      await setUnmatched(tx, id, blocked.has(id) ? now : null)
}
