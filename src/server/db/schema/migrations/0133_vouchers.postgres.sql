-- The code of the voucher that a payment was opened with, as its owner wrote it; empty without one.
alter table payments add column voucher text not null default '';
create index payments_voucher on payments (voucher) where voucher > '';

-- How much a voucher took off an order's part of the payment.
alter table payment_orders add column discount_minor bigint not null default 0;

-- How many payments were opened with a voucher. Whoever opens one locks its row, and counts the uses then.
create table voucher_counters (
  code text primary key,
  opened bigint not null
);

-- A voucher may leave nothing to pay.
alter table payments drop constraint payments_amount_cents_check;
alter table payments add constraint payments_amount_minor_check check (amount_minor >= 0);
alter table payment_orders drop constraint payment_orders_amount_cents_check;
alter table payment_orders add constraint payment_orders_amount_minor_check check (amount_minor >= 0);
