-- What is paid and still on the shelf, by item: whoever counts the shelf counts it, too.
create index bookings_unsent_of on bookings (item_id, quantity)
  where removed_at is null and refunded_at is null and sent_at is null and paid_at is not null;
