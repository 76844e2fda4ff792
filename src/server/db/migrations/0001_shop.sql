-- One text for both engines: bigint is 64 bits on PostgreSQL and integer affinity on SQLite.
-- Times are epoch milliseconds, null until the thing has happened. Money is whole cents.

create table users (
  id text primary key,
  email text not null check (length(email) between 3 and 254),
  display_name text not null,
  photo_url text,
  password_hash text,
  email_verified_at bigint,
  admin_since bigint,
  last_booked_at bigint,
  created_at bigint not null,
  removed_at bigint
);
create unique index users_email on users (email) where removed_at is null;

create table sessions (
  token_hash text primary key,
  user_id text not null references users (id),
  created_at bigint not null,
  expires_at bigint not null
);
create index sessions_user on sessions (user_id, created_at);
create index sessions_expiry on sessions (expires_at);

create table proofs (
  proof_hash text primary key,
  user_id text not null references users (id),
  expires_at bigint not null
);
create index proofs_expiry on proofs (expires_at);

create table attempts (
  name text primary key,
  count bigint not null,
  resets_at bigint not null
);
create index attempts_reset on attempts (resets_at);

create table profiles (
  user_id text primary key references users (id),
  name text not null,
  address text not null,
  education text not null,
  linkedin text not null,
  mobile_number text not null,
  updated_at bigint not null
);

create table items (
  id text primary key,
  name text not null,
  description text not null,
  price_cents bigint not null check (price_cents between 1 and 100000000),
  photo_url text not null,
  must_quantity bigint not null check (must_quantity >= 1),
  stocked_quantity bigint not null check (stocked_quantity >= 0),
  available_quantity bigint not null check (available_quantity between 0 and stocked_quantity),
  created_at bigint not null,
  removed_at bigint
);
create index items_on_sale on items (id) where removed_at is null;

create table bookings (
  id text primary key,
  user_id text not null references users (id),
  item_id text not null references items (id),
  item_name text not null,
  owner_name text not null,
  email text not null,
  mobile_number text not null,
  address text not null,
  quantity bigint not null check (quantity >= 1),
  unit_price_cents bigint not null check (unit_price_cents >= 1),
  total_cents bigint not null check (total_cents = unit_price_cents * quantity),
  idempotency_key text,
  transaction_id text,
  created_at bigint not null,
  held_until bigint not null,
  released_at bigint,
  removed_at bigint,
  paid_at bigint check (paid_at is null or (removed_at is null and released_at is null))
);
create unique index bookings_key on bookings (user_id, idempotency_key) where idempotency_key is not null;
create index bookings_owner on bookings (user_id, id) where removed_at is null;
create index bookings_unpaid on bookings (user_id) where removed_at is null and paid_at is null;
create index bookings_item on bookings (item_id);
create index bookings_holds on bookings (held_until) where released_at is null and removed_at is null and paid_at is null;

create table reviews (
  id text primary key,
  user_id text references users (id),
  name text not null,
  comment text not null,
  star_rating bigint not null check (star_rating between 1 and 5),
  created_at bigint not null
);
