import { notedId } from '#domain/noted-payment.ts'
import type { RefundRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import { recordIn } from './record-refunds.ts'

/**
 * Records that the shop gives money back itself, because the card provider never had it. In the transaction of the request:
 * no job asks for it later.
 */
export async function noteRefund(tx: Writing, refund: RefundRow, deps: Deps): Promise<void> {
  const { id, intent_id: intentId, amount_minor: amount } = refund
  const made = {
    id: notedId(id),
    intentId,
    refundId: id,
    amount,
    status: 'succeeded',
    failure: null,
  } as const
  await recordIn(tx, intentId, { refunds: [made] }, deps)
}
