-- A payment is for one order or several. amount_cents: the order's part. ended_at: when the payment succeeded or was
-- called off; an order has at most one that has not ended. That an order is paid with a payment it says itself.
create table payment_orders (
  payment_id text not null references payments (id),
  booking_id text not null references bookings (id),
  amount_cents bigint not null check (amount_cents >= 1),
  ended_at bigint,
  primary key (payment_id, booking_id)
);
insert into payment_orders (payment_id, booking_id, amount_cents, ended_at)
  select id, booking_id, amount_cents, coalesce(succeeded_at, canceled_at) from payments;
create unique index payment_orders_open on payment_orders (booking_id) where ended_at is null;
create index payment_orders_booking on payment_orders (booking_id);

drop index payments_attempt;
drop index payments_live;
drop index payments_kept;
alter table payments drop column attempt;
alter table payments drop column booking_id;
alter table payments drop column kept_at;

-- What somebody gives back at the provider may be of several orders: then each has its part of it.
drop index refunds_provider;
create unique index refunds_provider on refunds (provider_id, coalesce(booking_id, '')) where provider_id is not null;

-- A receipt is that of a payment.
update outbox set receipt_of = (
    select payments.id from payments join bookings on bookings.transaction_id = payments.intent_id
    where bookings.id = outbox.receipt_of
  )
  where receipt_of is not null;
