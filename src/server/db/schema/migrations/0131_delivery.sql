-- How much of an order's part of a payment is delivery: agreed when the payment is opened, kept when it is paid.
alter table payment_orders add column delivery_minor bigint not null default 0;
alter table orders add column paid_delivery_minor bigint not null default 0;
