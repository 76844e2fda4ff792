import type { Reading, RefundRow } from '../db/tables.ts'

export type AskedRefund = RefundRow & { email: string | null }

/** Every refund that concerns an order, with the e-mail of who has asked for it; newest first. */
export function listWithAskers(db: Reading, orderId: string): Promise<AskedRefund[]> {
  return db
    .selectFrom('refunds')
    .leftJoin('users', 'users.id', 'refunds.asked_by')
    .selectAll('refunds')
    .select('users.email')
    .where('refunds.booking_id', '=', orderId)
    .orderBy('refunds.id', 'desc')
    .execute()
}

/** Refunds that did not arrive, and for which no later one has made up; all of them, or which of these. */
export function listFailed(db: Reading, ids?: readonly string[]): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('failed_at', 'is not', null)
    .where('provider_id', 'is not', null)
    .$if(ids !== undefined, query => query.where('id', 'in', ids ?? []))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds as later')
            .select('later.id')
            .whereRef('later.intent_id', '=', 'refunds.intent_id')
            .where('later.failed_at', 'is', null)
            .whereRef('later.id', '>', 'refunds.id')
            .whereRef('later.amount_cents', '>=', 'refunds.amount_cents'),
        ),
      ),
    )
    .orderBy('failed_at', 'desc')
    .limit(200)
    .execute()
}

export function listNeedingAction(db: Reading): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('needs_action_at', 'is not', null)
    .orderBy('needs_action_at', 'desc')
    .limit(200)
    .execute()
}

/** Those that the provider has made because the shop has asked since then. */
export function listAskedSince(db: Reading, since: number): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('reason', '!=', 'by_provider')
    .where('provider_id', 'is not', null)
    .where('created_at', '>=', since)
    .execute()
}
