import { sql } from 'kysely'
import { never } from './invariant.ts'

/** A paid order has a succeeded payment, and records its part of it and the delivery in it. Other orders record nothing. */
const paid = never(
  sql<{ id: string }>`
    select orders.id from orders
    left join payments on payments.intent_id = transaction_id and succeeded_at is not null
    left join payment_orders on payment_id = payments.id and order_id = orders.id
      and payment_orders.amount_minor = paid_minor and payment_orders.delivery_minor = paid_delivery_minor
    where (paid_at is not null and payment_id is null)
      or (paid_at is null and (paid_minor is not null or paid_delivery_minor <> 0))`,
  ({ id }) => `Order ${id} is paid, but no kept payment of its amount is there`,
)

/** The parts of a payment add up to its amount. */
const parts = never(
  sql<{ id: string; amount: number; sum: number }>`
    select payments.id, payments.amount_minor as amount, coalesce(sum(payment_orders.amount_minor), 0) as sum
    from payments left join payment_orders on payment_id = payments.id
    group by payments.id, payments.amount_minor
    having coalesce(sum(payment_orders.amount_minor), 0) <> payments.amount_minor`,
  ({ id, amount, sum }) => `Payment ${id} is of ${amount} minor units, but its orders add up to ${sum}`,
)

/** No part of a payment contains more delivery than money. */
const deliveries = never(
  sql<{ payment_id: string; order_id: string; amount_minor: number; delivery_minor: number }>`
    select payment_id, order_id, amount_minor, delivery_minor from payment_orders
    where delivery_minor < 0 or delivery_minor > amount_minor`,
  ({ payment_id, order_id, amount_minor, delivery_minor }) =>
    `Payment ${payment_id} is of ${amount_minor} minor units for order ${order_id}, of which ${delivery_minor} are delivery`,
)

/** The orders of a payment are released when it has ended, and not before. */
const ended = never(
  sql<{ id: string; state: string }>`
    select distinct payments.id, case when is_live then 'live' else 'over' end as state
    from (select id, succeeded_at is null and canceled_at is null as is_live from payments) as payments
    join payment_orders on payment_id = payments.id
    where is_live <> (ended_at is null)`,
  ({ id, state }) => `Payment ${id} is ${state}, but not for all of its orders`,
)

/** Money of a succeeded payment that no order keeps was refunded or lost; a failed refund is still owed. */
const notKept = never(
  sql<{ id: string; received_minor: number; kept: number; given: number }>`
    select * from (
      select payments.id, payments.received_minor,
        (select coalesce(sum(orders.paid_minor), 0) from payment_orders
          join orders on orders.id = payment_orders.order_id
          where payment_orders.payment_id = payments.id and orders.paid_at is not null
            and orders.transaction_id = payments.intent_id) as kept,
        (select coalesce(sum(refunds.amount_minor), 0) from refunds
          join orders on orders.id = refunds.order_id
          where refunds.intent_id = payments.intent_id
            and (orders.paid_at is null or orders.transaction_id <> payments.intent_id))
        + (select coalesce(sum(dispute_orders.amount_minor), 0) from dispute_orders
          join disputes on disputes.id = dispute_orders.dispute_id
          join orders on orders.id = dispute_orders.order_id
          where disputes.intent_id = payments.intent_id
            and (orders.paid_at is null or orders.transaction_id <> payments.intent_id)) as given
      from payments where payments.succeeded_at is not null
    ) as money
    where kept > received_minor or given < received_minor - kept`,
  ({ id, received_minor, kept, given }) =>
    `Payment ${id}: ${received_minor} minor units were received, but ${kept} were kept and ${given} refunded`,
)

/**
 * Neither the refunds made nor the refunds requested exceed a payment. They are not added up: an admin's request may
 * exceed the rest after a refund at the provider, and is then canceled.
 */
const overRefundedPayments = never(
  sql<{ id: string; received_minor: number; given: number }>`
    select id, received_minor, case when made > asked then made else asked end as given from (
      select payments.id, received_minor,
        sum(case when provider_id is not null then refunds.amount_minor else 0 end) as made,
        sum(case when reason <> 'by_provider' then refunds.amount_minor else 0 end) as asked
      from payments join refunds on refunds.intent_id = payments.intent_id and failed_at is null and order_id is not null
      group by payments.id, received_minor
    ) as sums
    where made > received_minor or asked > received_minor`,
  ({ id, received_minor, given }) =>
    `Payment ${id}: ${received_minor} minor units were received, but ${given} refunded`,
)

/** Refunds never exceed what was paid for the order. */
const overRefundedOrders = never(
  sql<{ id: string; paid_minor: number; made: number }>`
    select orders.id, paid_minor, sum(amount_minor) as made
    from orders join refunds on order_id = orders.id and intent_id = transaction_id
      and provider_id is not null and failed_at is null
    group by orders.id, paid_minor
    having sum(amount_minor) > paid_minor`,
  ({ id, made, paid_minor }) => `Order ${id}: ${paid_minor} minor units were paid, but ${made} refunded`,
)

/** A paid order has the sums of its refunds: amounts made and pending, and units returned. */
const refundColumns = never(
  sql<
    Record<'id' | 'refunded_minor' | 'refund_pending_minor' | 'restocked_quantity', string | number> & Sums
  >`
    select * from (
      select orders.id, refunded_minor, refund_pending_minor, restocked_quantity,
        coalesce(sum(case when succeeded_at is not null then amount_minor else 0 end), 0) as done,
        coalesce(sum(case when succeeded_at is null and failed_at is null then amount_minor else 0 end), 0) as pending,
        coalesce(sum(restocked), 0) as units
      from orders left join refunds on order_id = orders.id and intent_id = transaction_id
      where paid_at is not null
      group by orders.id, refunded_minor, refund_pending_minor, restocked_quantity
    ) as sums
    where done <> refunded_minor or pending <> refund_pending_minor or units <> restocked_quantity`,
  order =>
    `Order ${order.id} says that ${order.refunded_minor} minor units went back, ${order.refund_pending_minor} are on their way and ${order.restocked_quantity} units came back, but its refunds add up to ${order.done}, ${order.pending} and ${order.units}`,
)

type Sums = Record<'done' | 'pending' | 'units', number>

/** A refund belongs to an order of its payment, or to the part for missing orders. */
const refundsOfOrders = never(
  sql<{ id: string; payment: string }>`
    select refunds.id, payments.id as payment from refunds
    join payments on payments.intent_id = refunds.intent_id
    left join payment_orders on payment_orders.payment_id = payments.id
      and payment_orders.order_id = refunds.order_id
    left join unmatched_payments on unmatched_payments.intent_id = refunds.intent_id and refunds.order_id is null
    where payment_orders.payment_id is null and unmatched_payments.intent_id is null`,
  ({ id, payment }) => `Refund ${id} is of none of the orders of payment ${payment}`,
)

/** An order is sent if and only if the last such event in its timeline says so. */
const sent = never(
  sql<{ id: string; sent_at: number | null }>`
    select orders.id, sent_at from orders
    left join (
      select order_id, max(n) as n from order_events where what in ('sent', 'unsent') group by order_id
    ) as latest on latest.order_id = orders.id
    left join order_events on order_events.order_id = latest.order_id and order_events.n = latest.n
    where (sent_at is not null) <> (coalesce(what, 'unsent') = 'sent')`,
  ({ id, sent_at }) =>
    `Order ${id} is ${sent_at === null ? 'not ' : ''}sent, but its timeline says otherwise`,
)

export const moneyInvariants = [
  paid,
  parts,
  deliveries,
  ended,
  notKept,
  overRefundedPayments,
  overRefundedOrders,
  refundColumns,
  refundsOfOrders,
  sent,
]
