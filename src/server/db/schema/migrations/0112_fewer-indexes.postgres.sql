-- No query of the shop needs these (src/server/db/schema/plans.test.ts), or a primary key does as well.
drop index users_every_email;
drop index users_present;
drop index reviews_shown;
drop index invoices_refund;
-- Only the embedded file is cleaned after an erasure.
drop index erasures_uncleaned;
-- One index of somebody's own orders, which also counts the unpaid ones.
drop index bookings_unpaid;
drop index bookings_owner;
create index bookings_owner on bookings (user_id, id, paid_at) where removed_at is null;
