-- Sums of sales and lists of what is scarce or in stock are no longer kept: they are queries (docs/decisions/016).
drop table sales;
drop table recent_sales;
drop table recent_sales_starts;
drop trigger items_stocked;
drop trigger items_restocked;
drop table scarce_items;
drop trigger items_added_in_stock;
drop trigger items_back_in_stock;
drop table items_in_stock;

-- What was paid in a range of time, and of one item since a moment, is summed up from these indexes alone.
-- With 'paid_at is not null' SQLite would take them for every question that says so.
drop index bookings_by_payment;
create index bookings_by_payment on bookings (paid_at, item_id, quantity, total_cents) where paid_at > 0;
create index bookings_sold on bookings (item_id, paid_at, quantity, total_cents) where paid_at > 0;
create index refunds_succeeded on refunds (succeeded_at) where succeeded_at is not null;
