-- Which orders a charge names of which the shop has not all (JSON), and on an order since when it may not be paid because
-- such a charge may be for it: nobody is charged twice while a person looks into it.
alter table stray_payments add column order_ids text not null default '[]';
alter table bookings add column payment_unmatched_at bigint;

-- Disputes. refundable: 1 while the provider still takes refunds, as during an inquiry. withdrawn_cents: what the provider
-- has taken out of the shop's balance for it. fee_cents: what it charges besides.
alter table disputes add column refundable bigint not null default 0;
alter table disputes add column withdrawn_cents bigint not null default 0;
alter table disputes add column fee_cents bigint not null default 0;
create index disputes_lost on disputes (lost_at) where lost_at is not null;

-- Whose money was lost with a dispute: a payment may be for several orders.
create table dispute_orders (
  dispute_id text not null references disputes (id),
  booking_id text not null references bookings (id),
  amount_cents bigint not null check (amount_cents >= 1),
  primary key (dispute_id, booking_id)
);
create index dispute_orders_booking on dispute_orders (booking_id);

-- Written together with the disputes of the payment that an order was paid with: since when the provider refuses refunds,
-- and how much was lost.
alter table bookings add column refunds_blocked_at bigint;
alter table bookings add column dispute_lost_cents bigint not null default 0;

-- What was lost to disputes, on the day on which it was.
alter table sales add column disputes_cents bigint not null default 0;

-- Disputes from before this version.
update bookings set refunds_blocked_at = disputed_at where id in (
  select payment_orders.booking_id from disputes
  join payments on payments.intent_id = disputes.intent_id
  join payment_orders on payment_orders.payment_id = payments.id
  where disputes.won_at is null);
insert into dispute_orders (dispute_id, booking_id, amount_cents)
select dispute_id, booking_id, case when unspread < room then unspread else room end
from (
  select dispute_id, booking_id, room,
    lost_cents - sum(room) over (partition by dispute_id order by booking_id) + room as unspread
  from (
    select disputes.id as dispute_id, disputes.amount_cents as lost_cents, bookings.id as booking_id,
      bookings.total_cents - bookings.refunded_cents as room
    from disputes
    join payments on payments.intent_id = disputes.intent_id
    join payment_orders on payment_orders.payment_id = payments.id
    join bookings on bookings.id = payment_orders.booking_id and bookings.transaction_id = disputes.intent_id
    where disputes.lost_at is not null and bookings.paid_at is not null
  ) as rooms
) as shares
where unspread > 0 and room > 0;
update bookings set dispute_lost_cents = (
  select sum(amount_cents) from dispute_orders where booking_id = bookings.id
) where id in (select booking_id from dispute_orders);
update bookings set refunded_at = (
  select max(lost_at) from dispute_orders join disputes on disputes.id = dispute_id where booking_id = bookings.id
) where refunded_at is null and dispute_lost_cents > 0 and refunded_cents + dispute_lost_cents >= total_cents;
insert into sales (minutes, since, orders, units, takings_cents, refunds_cents, disputes_cents)
select pieces.minutes, lost_at - lost_at % (pieces.minutes * 60000), 0, 0, 0, 0, sum(dispute_orders.amount_cents)
from dispute_orders
join disputes on disputes.id = dispute_orders.dispute_id
cross join (select 15 as minutes union all select 30 union all select 60) as pieces
where lost_at is not null
group by 1, 2
on conflict (minutes, since) do update set disputes_cents = sales.disputes_cents + excluded.disputes_cents;
