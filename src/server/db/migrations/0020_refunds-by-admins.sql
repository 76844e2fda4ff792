-- Admins give money back, whole or in part. booking_id is the order that the payment was for; null where the shop has none.
-- asked_by, note: who has asked for it, and why. restocked: so many units went back on the shelf with it.
alter table refunds add column booking_id text references bookings (id);
alter table refunds add column asked_by text references users (id);
alter table refunds add column note text;
alter table refunds add column restocked bigint not null default 0 check (restocked >= 0);
alter table refunds add column idempotency_key text;
update refunds set booking_id = (select payments.booking_id from payments where payments.id = refunds.payment_id);
create index refunds_booking on refunds (booking_id);
create unique index refunds_key on refunds (asked_by, idempotency_key) where idempotency_key is not null;

-- What is on its way back of the payment that paid an order, and how many of its units are on the shelf again.
alter table bookings add column refund_pending_cents bigint not null default 0;
alter table bookings add column restocked_quantity bigint not null default 0
  check (restocked_quantity between 0 and quantity);
update bookings set refund_pending_cents = pending.cents
  from (
    select booking_id, intent_id, sum(amount_cents) as cents from refunds
    where succeeded_at is null and failed_at is null group by booking_id, intent_id
  ) as pending
  where pending.booking_id = bookings.id and pending.intent_id = bookings.transaction_id;

-- What is paid and still on the shelf: without the units that are free again.
drop index bookings_unsent_of;
create index bookings_unsent_of on bookings (item_id, quantity, restocked_quantity)
  where removed_at is null and refunded_at is null and sent_at is null and paid_at is not null;
