-- An order wrote to its user's row only to lock it, and nobody looks up the orders of an item.
alter table users drop column last_booked_at;
drop index bookings_item;
