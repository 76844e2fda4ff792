-- What admins and commands did, and who signed in: rows that are only added, each with the hash of the one before
-- (src/server/db/audit-chain.ts). People are named by their id alone.
create table audit_log (
  id text primary key,
  n bigint not null,
  at bigint not null,
  who text,
  address text,
  what text not null,
  detail text not null,
  previous_hash text not null,
  hash text not null
);
create unique index audit_log_n on audit_log (n);
create index audit_log_at on audit_log (at, n);
create index audit_log_who on audit_log (who, n);
create index audit_log_what on audit_log (what, n);
create index audit_log_address on audit_log (address, n);

-- One row: where the log ends, so that a missing end is noticed, and what its first row follows on.
create table audit_chain (
  id bigint primary key check (id = 1),
  last_n bigint not null,
  last_at bigint not null,
  last_hash text not null,
  forgotten_n bigint not null,
  forgotten_hash text not null
);

-- Who wanted to be forgotten: an older backup that is restored forgets them again.
create table erasures (
  user_id text primary key,
  asked_at bigint not null,
  provider_told_at bigint,
  cleaned_at bigint
);
create index erasures_untold on erasures (asked_at) where provider_told_at is null;
create index erasures_uncleaned on erasures (asked_at) where cleaned_at is null;

-- The ways to what is to be forgotten. Of what happened to orders only what admins did names anybody.
create index outbox_recipient on outbox (recipient);
create index outbox_given_up on outbox (given_up_at) where given_up_at is not null;
create index reviews_writer on reviews (user_id) where user_id is not null;
create index order_events_admin on order_events (who) where who like '%@%';

-- Orders that nobody paid, which are forgotten in time.
create index bookings_forgettable on bookings (created_at)
  where paid_at is null and email <> '' and (released_at is not null or removed_at is not null);
