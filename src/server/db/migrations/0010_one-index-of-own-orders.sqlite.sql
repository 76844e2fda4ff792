-- Every order wrote to a page of each of two indexes by user; a commit of many orders was mostly these pages.
drop index bookings_unpaid;
drop index bookings_owner;
create index bookings_owner on bookings (user_id, id, paid_at) where removed_at is null;
