-- A review may be of an item that its writer has bought: one of each item by each buyer. Items keep what their shown
-- reviews come to (src/server/store/reviews.ts), so that no list has to count them.
alter table reviews add column item_id text references items (id);
create unique index reviews_one_per_buyer on reviews (item_id, user_id) where item_id is not null;
create index reviews_of_item on reviews (item_id, id) where item_id is not null;
alter table items add column review_count bigint not null default 0;
alter table items add column star_sum bigint not null default 0;

-- Who wants a letter when an item is back. The row goes when the letter is written, or when it is taken back: on the page,
-- or with the secret of a link in a letter. Its hash is here; the letter itself is in the outbox.
create table stock_alerts (
  item_id text not null references items (id),
  user_id text not null references users (id),
  secret_hash text not null unique,
  created_at bigint not null,
  primary key (item_id, user_id)
);
create index stock_alerts_by_age on stock_alerts (item_id, created_at, user_id);
create index stock_alerts_user on stock_alerts (user_id);
