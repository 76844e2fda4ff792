import type { Transfer } from '#contract/transfer.ts'
import type { OrderRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import { transferDetails, transferNotice } from '../../../emails/transfer-emails.ts'
import * as notices from '../../../store/admin-notices.ts'
import * as outbox from '../../../store/outbox.ts'

/** Emails the customer how to make the transfer, and the admins who want to hear of each order. */
export async function tellOfTransfer(
  tx: Writing,
  { config, mail, now }: Deps,
  transfer: Transfer,
  [first, ...others]: readonly OrderRow[],
  id: string,
): Promise<void> {
  if (!first) return
  const announced = {
    id,
    orders: [first, ...others] as const,
    account: transfer.text,
    timeZone: config.timeZone,
  }
  await outbox.add(tx, transferDetails(announced, config.emailOrigin), now())
  if (!mail) return
  for (const admin of await notices.listImmediate(tx)) {
    if (admin.order_notices !== 'each') continue
    const to = { id: admin.id, email: admin.email, publicUrl: config.emailOrigin }
    await outbox.add(tx, transferNotice(to, announced), now())
  }
}
