-- What people call an order. The insert of the shop gives it (store/new-order.ts); a row that comes without one gets it here.
alter table bookings add column number bigint;
update bookings set number = numbered.number
  from (select id, 1000 + row_number() over (order by id) as number from bookings) as numbered
  where numbered.id = bookings.id;
create unique index bookings_number on bookings (number);
create trigger bookings_numbered after insert on bookings when new.number is null begin
  update bookings set number = (select coalesce(max(number), 1000) + 1 from bookings) where id = new.id
  ; end;

alter table bookings add column sent_at bigint check (sent_at is null or paid_at is not null);
alter table bookings add column carrier text;
alter table bookings add column tracking text;

-- The customer's name as it is looked for: without case and accents (src/domain/search.ts).
alter table bookings add column name_key text not null default '';
update bookings set name_key = fold(owner_name);

-- Every way of looking for orders leads newest first through an index of its own; an order is in one of the states.
create index bookings_by_name on bookings (name_key, created_at, number);
create index bookings_by_item on bookings (item_id, created_at, number);
create index bookings_by_day on bookings (created_at, number) where removed_at is null;
create index bookings_held on bookings (created_at, number)
  where removed_at is null and paid_at is null and released_at is null;
create index bookings_lapsed on bookings (created_at, number)
  where removed_at is null and paid_at is null and released_at is not null;
create index bookings_paid on bookings (created_at, number)
  where removed_at is null and refunded_at is null and sent_at is null and paid_at is not null;
create index bookings_sent on bookings (created_at, number)
  where removed_at is null and refunded_at is null and sent_at is not null;
create index bookings_refunded on bookings (created_at, number)
  where removed_at is null and refunded_at is not null;
create index bookings_removed on bookings (created_at, number) where removed_at is not null;
create index bookings_removed_of on bookings (user_id) where removed_at is not null;
-- Customers who have gone, too: their paid orders stay.
create index users_every_email on users (email);

-- What happened to an order after it was placed, in the order of n. Rows are only ever added.
create table order_events (
  booking_id text not null references bookings (id) on delete cascade,
  n bigint not null,
  at bigint not null,
  what text not null,
  who text not null,
  detail text,
  primary key (booking_id, n)
) without rowid;
insert into order_events (booking_id, n, at, what, who, detail)
  select id, 1, paid_at, 'paid', 'shop', transaction_id from bookings where paid_at is not null;
insert into order_events (booking_id, n, at, what, who)
  select id, 2, refunded_at, 'refunded', 'shop' from bookings where refunded_at is not null;
insert into order_events (booking_id, n, at, what, who)
  select id, 3, removed_at, 'removed', 'shop' from bookings where removed_at is not null;

-- The order whose timeline tells when this letter went out as its receipt.
alter table outbox add column receipt_of text;
