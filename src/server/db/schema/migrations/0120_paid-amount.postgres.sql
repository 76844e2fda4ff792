-- What was paid for an order: its part of the payment that paid it. Null until it is paid.
-- Generated first, because PostgreSQL then rewrites the table once: an update would write every index row by row.
drop index bookings_by_payment;
drop index bookings_sold;
alter table orders add column paid_cents bigint
  generated always as (case when paid_at is not null then total_cents end) stored;
alter table orders alter column paid_cents drop expression;
create index orders_by_payment on orders (paid_at, item_id, quantity, paid_cents) where paid_at > 0;
create index orders_sold on orders (item_id, paid_at, quantity, paid_cents) where paid_at > 0;

-- Indexes have the names of their tables and columns.
alter index bookings_key rename to orders_key;
alter index bookings_holds rename to orders_holds;
alter index bookings_number rename to orders_number;
alter index bookings_by_item rename to orders_by_item;
alter index bookings_by_day rename to orders_by_day;
alter index bookings_held rename to orders_held;
alter index bookings_lapsed rename to orders_lapsed;
alter index bookings_paid rename to orders_paid;
alter index bookings_sent rename to orders_sent;
alter index bookings_refunded rename to orders_refunded;
alter index bookings_removed rename to orders_removed;
alter index bookings_removed_of rename to orders_removed_of;
alter index bookings_unsent_of rename to orders_unsent_of;
alter index bookings_forgettable rename to orders_forgettable;
alter index bookings_owner rename to orders_owner;
alter index bookings_text_due rename to orders_text_due;
alter index if exists bookings_search rename to orders_search;
alter index payment_orders_booking rename to payment_orders_order;
alter index refunds_booking rename to refunds_order;
alter index dispute_orders_booking rename to dispute_orders_order;
