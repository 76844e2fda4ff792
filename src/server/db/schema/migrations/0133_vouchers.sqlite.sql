-- SQLite changes a check only by rebuilding the table: a voucher may leave nothing to pay.
create table payments_rebuilt (
  id text primary key,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  intent_id text,
  created_at bigint not null,
  checked_at bigint not null,
  succeeded_at bigint,
  canceled_at bigint,
  received_minor bigint,
  declines bigint not null default 0,
  started_from text,
  method text not null default 'card',
  noted_by text references users (id),
  idempotency_key text,
  -- The code of the voucher that it was opened with, as its owner wrote it; empty without one.
  voucher text not null default ''
);
insert into payments_rebuilt
  (id, amount_minor, currency, intent_id, created_at, checked_at, succeeded_at, canceled_at, received_minor, declines,
    started_from, method, noted_by, idempotency_key)
  select id, amount_minor, currency, intent_id, created_at, checked_at, succeeded_at, canceled_at, received_minor, declines,
    started_from, method, noted_by, idempotency_key
  from payments;
drop table payments;
alter table payments_rebuilt rename to payments;
create unique index payments_intent on payments (intent_id) where intent_id is not null;
create index payments_open on payments (checked_at) where succeeded_at is null and canceled_at is null;
create unique index payments_key on payments (noted_by, idempotency_key) where idempotency_key is not null;
create index payments_voucher on payments (voucher) where voucher > '';

create table payment_orders_rebuilt (
  payment_id text not null references payments (id),
  order_id text not null references orders (id),
  amount_minor bigint not null check (amount_minor >= 0),
  ended_at bigint,
  delivery_minor bigint not null default 0,
  -- How much a voucher took off the order's part of the payment.
  discount_minor bigint not null default 0,
  primary key (payment_id, order_id)
);
insert into payment_orders_rebuilt (payment_id, order_id, amount_minor, ended_at, delivery_minor)
  select payment_id, order_id, amount_minor, ended_at, delivery_minor from payment_orders;
drop table payment_orders;
alter table payment_orders_rebuilt rename to payment_orders;
create unique index payment_orders_open on payment_orders (order_id) where ended_at is null;
create index payment_orders_order on payment_orders (order_id);

-- How many payments were opened with a voucher. Whoever opens one locks its row, and counts the uses then.
create table voucher_counters (
  code text primary key,
  opened bigint not null
);
