import type { RefundEntry } from '#contract/refunds.ts'
import { shopCurrency } from '#domain/currency.ts'
import { majorOf } from '#domain/money.ts'
import { noSuchOrder } from '#domain/order.ts'
import type { Deps } from '../../../deps.ts'
import * as orders from '../../../store/orders.ts'
import { listWithRequesters, type RequestedRefund } from '../../../store/refund-lists.ts'
import { statusOf } from '../../../store/refunds.ts'

/** Lists all refunds of an order, including those of duplicate payments. */
export async function listRefunds({ db }: Deps, orderId: string): Promise<RefundEntry[]> {
  if (!(await orders.find(db.read, orderId))) throw noSuchOrder()
  return (await listWithRequesters(db.read, orderId)).map(entryOf)
}

function entryOf(row: RequestedRefund): RefundEntry {
  const ended = row.succeeded_at ?? row.failed_at
  return {
    _id: row.id,
    at: new Date(row.created_at).toISOString(),
    amount: majorOf(row.amount_minor),
    currency: shopCurrency().code,
    status: statusOf(row),
    endedAt: ended === null ? null : new Date(ended).toISOString(),
    reason: row.reason,
    note: row.note,
    by: row.email,
    restocked: row.restocked,
    failure: row.failure,
  }
}
