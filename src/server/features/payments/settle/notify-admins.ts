import type { OrderRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import { lowStockNotice, paidNotice } from '../../../emails/admin-emails.ts'
import * as notices from '../../../store/admin-notices.ts'
import * as outbox from '../../../store/outbox.ts'

/**
 * Emails admins who want immediate notice that an order was paid or that its item runs low. Runs in the payment's
 * transaction, not in the order's: placing an order must stay cheap, and held stock may be released again.
 */
export async function notifyAdmins(
  tx: Writing,
  { config, mail }: Deps,
  order: OrderRow,
  now: number,
): Promise<void> {
  if (!mail) return
  const admins = await notices.listImmediate(tx)
  const isStockWanted = admins.some(({ stock_notices }) => stock_notices === 1)
  const low = isStockWanted && (await notices.recordLowStock(tx, order.item_id, config.lowStock, now))
  for (const { id, email, order_notices, stock_notices } of admins) {
    const to = { id, email, publicUrl: config.emailOrigin }
    if (order_notices === 'each') await outbox.add(tx, paidNotice(to, order), now)
    if (low && stock_notices === 1) await outbox.add(tx, lowStockNotice(to, low, now), now)
  }
}
