import { sql } from 'kysely'
import { never } from './invariant.ts'

/** An order records its lost amount, and losses and refunds never exceed what was paid for it. */
const losses = never(
  sql<{ id: string; paid_minor: number; said: number; lost: number; given: number }>`
    select * from (
      select id, paid_minor, dispute_lost_minor as said,
        (select coalesce(sum(dispute_orders.amount_minor), 0) from dispute_orders
          join disputes on disputes.id = dispute_orders.dispute_id
          where dispute_orders.order_id = orders.id and disputes.intent_id = orders.transaction_id) as lost,
        (select coalesce(sum(refunds.amount_minor), 0) from refunds
          where refunds.order_id = orders.id and refunds.intent_id = orders.transaction_id
            and refunds.provider_id is not null and refunds.failed_at is null) as given
      from orders
      where dispute_lost_minor <> 0 or id in (select order_id from dispute_orders)
    ) as losses
    where said <> lost or lost + given > paid_minor`,
  ({ id, paid_minor, said, lost, given }) =>
    Number(said) === Number(lost)
      ? `Order ${id}: ${paid_minor} minor units were paid, but ${lost} were lost to disputes and ${given} refunded`
      : `Order ${id} says that ${said} minor units were lost to disputes, but its disputes add up to ${lost}`,
)

/** A lost dispute is split among the orders of its payment; other disputes are not. */
const shares = never(
  sql<{ id: string; amount_minor: number; lost_at: number | null; shared: number }>`
    select * from (
      select id, intent_id, amount_minor, lost_at,
        (select coalesce(sum(dispute_orders.amount_minor), 0) from dispute_orders
          where dispute_orders.dispute_id = disputes.id) as shared
      from disputes
    ) as shares
    where (lost_at is null and shared > 0) or shared > amount_minor
      or (lost_at is not null and shared = 0
        and intent_id not in (select intent_id from unmatched_payments)
        and exists (
          select 1 from payments
          join payment_orders on payment_orders.payment_id = payments.id
          join orders on orders.id = payment_orders.order_id
          where payments.intent_id = shares.intent_id and orders.transaction_id = shares.intent_id
            and orders.refunded_minor + orders.refund_pending_minor < orders.paid_minor))`,
  ({ id, amount_minor, lost_at, shared }) =>
    `Dispute ${id} of ${amount_minor} minor units is ${lost_at === null ? 'not ' : ''}lost, but its orders have lost ${shared}`,
)

export const disputeInvariants = [losses, shares]
