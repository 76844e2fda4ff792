-- What was paid for an order: its part of the payment that paid it. Null until it is paid.
alter table orders add column paid_cents bigint;

-- Indexes have the names of their tables and columns. SQLite cannot rename them, and the update is faster without them.
drop index bookings_key;
drop index bookings_holds;
drop index bookings_number;
drop index bookings_by_item;
drop index bookings_by_day;
drop index bookings_held;
drop index bookings_lapsed;
drop index bookings_paid;
drop index bookings_sent;
drop index bookings_refunded;
drop index bookings_removed;
drop index bookings_removed_of;
drop index bookings_unsent_of;
drop index bookings_forgettable;
drop index bookings_owner;
drop index bookings_text_due;
drop index bookings_by_payment;
drop index bookings_sold;
drop index payment_orders_booking;
drop index refunds_booking;
drop index dispute_orders_booking;

update orders set paid_cents = total_cents where paid_at is not null;

create unique index orders_key on orders (user_id, idempotency_key) where idempotency_key is not null;
create index orders_holds on orders (held_until)
  where released_at is null and removed_at is null and paid_at is null;
create unique index orders_number on orders (number);
create index orders_by_item on orders (item_id, created_at, number);
create index orders_by_day on orders (created_at, number) where removed_at is null;
create index orders_held on orders (created_at, number)
  where removed_at is null and paid_at is null and released_at is null;
create index orders_lapsed on orders (created_at, number)
  where removed_at is null and paid_at is null and released_at is not null;
create index orders_paid on orders (created_at, number)
  where removed_at is null and refunded_at is null and sent_at is null and paid_at is not null;
create index orders_sent on orders (created_at, number)
  where removed_at is null and refunded_at is null and sent_at is not null;
create index orders_refunded on orders (created_at, number)
  where removed_at is null and refunded_at is not null;
create index orders_removed on orders (created_at, number) where removed_at is not null;
create index orders_removed_of on orders (user_id) where removed_at is not null;
create index orders_unsent_of on orders (item_id, quantity, restocked_quantity)
  where removed_at is null and refunded_at is null and sent_at is null and paid_at is not null;
create index orders_forgettable on orders (created_at)
  where paid_at is null and email <> '' and (released_at is not null or removed_at is not null);
create index orders_owner on orders (user_id, id, paid_at) where removed_at is null;
create index orders_text_due on orders (number) where search_text is null;
create index orders_by_payment on orders (paid_at, item_id, quantity, paid_cents) where paid_at > 0;
create index orders_sold on orders (item_id, paid_at, quantity, paid_cents) where paid_at > 0;
create index payment_orders_order on payment_orders (order_id);
create index refunds_order on refunds (order_id);
create index dispute_orders_order on dispute_orders (order_id);
