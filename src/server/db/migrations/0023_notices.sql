-- What an admin wants to be told by letter: paid orders 'each' or 'hourly' (or 'off'), and low stock (1). The hourly letter
-- has told of all orders that were paid before told_until.
alter table users add column order_notices text not null default 'off' check (order_notices in ('off', 'each', 'hourly'));
alter table users add column stock_notices bigint not null default 0;
alter table users add column told_until bigint;

-- Since when few are left of an item, once that was told; null again as soon as there are more.
alter table items add column low_since bigint;
