-- What came in and went back, in pieces of 15, 30 and 60 minutes (src/domain/sales.ts): written with each payment and
-- refund, and checked against them by src/server/db/invariants-sales.ts.
create table sales (
  minutes bigint not null,
  since bigint not null,
  orders bigint not null,
  units bigint not null,
  takings_cents bigint not null,
  refunds_cents bigint not null,
  primary key (minutes, since)
) without rowid;
insert into sales (minutes, since, orders, units, takings_cents, refunds_cents)
  select 15, at / 900000 * 900000, sum(orders), sum(units), sum(takings), sum(given_back)
  from (
    select paid_at as at, 1 as orders, quantity as units, total_cents as takings, 0 as given_back
      from bookings where paid_at is not null
    union all
    select refunds.succeeded_at, 0, 0, 0, refunds.amount_cents
      from refunds join payments on payments.intent_id = refunds.intent_id
      where refunds.succeeded_at is not null and payments.kept_at is not null
  ) as moves
  group by 2;
insert into sales (minutes, since, orders, units, takings_cents, refunds_cents)
  select longer.minutes, since / (longer.minutes * 60000) * (longer.minutes * 60000),
    sum(orders), sum(units), sum(takings_cents), sum(refunds_cents)
  from sales, (select 30 as minutes union all select 60) as longer
  group by 1, 2;

-- When orders were paid. With 'paid_at is not null' SQLite would take it for every question that says so, too.
create index bookings_by_payment on bookings (paid_at) where paid_at > 0;

-- What was sold of each item in the last so many days: since then, to be exact. At first that is the end of time, and
-- nothing is counted; the shop does it once it runs (store/recent-sales.ts).
create table recent_sales_starts (
  days bigint primary key,
  since bigint not null
);
insert into recent_sales_starts (days, since)
  values (1, 253402300800000), (7, 253402300800000), (30, 253402300800000), (365, 253402300800000);
create table recent_sales (
  days bigint not null,
  item_id text not null,
  units bigint not null,
  takings_cents bigint not null,
  primary key (days, item_id)
) without rowid;
create index recent_sales_by_units on recent_sales (days, units, item_id);

-- Items of which fewer than 100 are free, by fives: a trigger writes where an order makes that another five, and nobody else.
create table scarce_items (
  item_id text primary key references items (id) on delete cascade,
  fives bigint not null
) without rowid;
create index scarce_items_by_fives on scarce_items (fives, item_id);
insert into scarce_items (item_id, fives) select id, available_quantity / 5 from items where available_quantity < 100;
create trigger items_stocked after insert on items when new.available_quantity < 100 begin
  insert into scarce_items (item_id, fives) values (new.id, new.available_quantity / 5)
  ; end;
create trigger items_restocked after update of available_quantity on items
  when min(new.available_quantity, 100) / 5 <> min(old.available_quantity, 100) / 5 begin
  delete from scarce_items where item_id = new.id
  ; insert into scarce_items (item_id, fives)
    select new.id, new.available_quantity / 5 where new.available_quantity < 100
  ; end;
