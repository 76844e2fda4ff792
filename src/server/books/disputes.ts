import { sql } from 'kysely'
import { never } from './invariant.ts'

/** An order records its lost amount, and losses and refunds never exceed what was paid for it. */
const losses = never(
  sql<{ id: string; paid_cents: number; said: number; lost: number; given: number }>`
    select * from (
      select id, paid_cents, dispute_lost_cents as said,
        (select coalesce(sum(dispute_orders.amount_cents), 0) from dispute_orders
          join disputes on disputes.id = dispute_orders.dispute_id
          where dispute_orders.order_id = orders.id and disputes.intent_id = orders.transaction_id) as lost,
        (select coalesce(sum(refunds.amount_cents), 0) from refunds
          where refunds.order_id = orders.id and refunds.intent_id = orders.transaction_id
            and refunds.provider_id is not null and refunds.failed_at is null) as given
      from orders
      where dispute_lost_cents <> 0 or id in (select order_id from dispute_orders)
    ) as losses
    where said <> lost or lost + given > paid_cents`,
  ({ id, paid_cents, said, lost, given }) =>
    Number(said) === Number(lost)
      ? `Order ${id}: ${paid_cents} cents were paid, but ${lost} were lost to disputes and ${given} refunded`
      : `Order ${id} says that ${said} cents were lost to disputes, but its disputes add up to ${lost}`,
)

/** A lost dispute is split among the orders of its payment; other disputes are not. */
const shares = never(
  sql<{ id: string; amount_cents: number; lost_at: number | null; shared: number }>`
    select * from (
      select id, intent_id, amount_cents, lost_at,
        (select coalesce(sum(dispute_orders.amount_cents), 0) from dispute_orders
          where dispute_orders.dispute_id = disputes.id) as shared
      from disputes
    ) as shares
    where (lost_at is null and shared > 0) or shared > amount_cents
      or (lost_at is not null and shared = 0
        and intent_id not in (select intent_id from unmatched_payments)
        and exists (
          select 1 from payments
          join payment_orders on payment_orders.payment_id = payments.id
          join orders on orders.id = payment_orders.order_id
          where payments.intent_id = shares.intent_id and orders.transaction_id = shares.intent_id
            and orders.refunded_cents + orders.refund_pending_cents < orders.paid_cents))`,
  ({ id, amount_cents, lost_at, shared }) =>
    `Dispute ${id} of ${amount_cents} cents is ${lost_at === null ? 'not ' : ''}lost, but its orders have lost ${shared}`,
)

export const disputeInvariants = [losses, shares]
