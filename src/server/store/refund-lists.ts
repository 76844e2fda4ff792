import { stillMissing } from '#domain/refund.ts'
import type { Reading, RefundRow } from '../db/schema/tables.ts'
import { isCanceled, statusOf } from './refunds.ts'

export type RequestedRefund = RefundRow & { email: string | null }

/** All refunds of an order with the emails of the admins who requested them; newest first. */
export function listWithRequesters(db: Reading, orderId: string): Promise<RequestedRefund[]> {
  return db
    .selectFrom('refunds')
    .leftJoin('users', 'users.id', 'refunds.asked_by')
    .selectAll('refunds')
    .select('users.email')
    .where('refunds.order_id', '=', orderId)
    .orderBy('refunds.id', 'desc')
    .execute()
}

/** Failed refunds that no later refund has replaced; newest first. */
export async function listFailed(db: Reading): Promise<RefundRow[]> {
  const failed = await db
    .selectFrom('refunds')
    .select('intent_id')
    .where('failed_at', 'is not', null)
    .where('provider_id', 'is not', null)
    .orderBy('failed_at', 'desc')
    .limit(200)
    .execute()
  if (failed.length === 0) return []
  const intentIds = failed.map(({ intent_id }) => intent_id)
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('intent_id', 'in', intentIds)
    .orderBy('id')
    .execute()
  const ofOneOrder = Map.groupBy(rows, ({ intent_id, order_id }) => `${intent_id} ${order_id}`)
  return [...ofOneOrder.values()]
    .flatMap(unreplacedFailures)
    .sort((a, b) => (b.failed_at ?? 0) - (a.failed_at ?? 0))
}

/** The failed ones among the refunds of one order, oldest first. */
export const unreplacedFailures = (rows: readonly RefundRow[]): RefundRow[] =>
  stillMissing(
    rows.filter(row => !isCanceled(row)),
    row => ({ amount: row.amount_minor, status: statusOf(row) }),
  )

export function listNeedingAction(db: Reading): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('needs_action_at', 'is not', null)
    .orderBy('needs_action_at', 'desc')
    .limit(200)
    .execute()
}

/**
 * Refunds requested by the shop that the provider has made since then. It never sees those of noted payments, and of orders
 * that have cost nothing.
 */
export function listAskedSince(db: Reading, since: number): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('reason', '!=', 'by_provider')
    .where('provider_id', 'is not', null)
    .where('amount_minor', '>', 0)
    .where('created_at', '>=', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.id', '=', 'refunds.payment_id')
            .where('payments.method', '!=', 'card'),
        ),
      ),
    )
    .execute()
}
