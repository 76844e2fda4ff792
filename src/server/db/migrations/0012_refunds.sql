-- Money that goes back is a row of its own: what was asked for, how the card provider calls it, how it went on.
-- intent_id is the provider's id of the payment. payment_id is null where the shop has no such payment.
create table refunds (
  id text primary key,
  payment_id text references payments (id),
  intent_id text not null,
  amount_cents bigint not null check (amount_cents >= 1),
  reason text not null,
  attempt bigint not null,
  provider_id text,
  created_at bigint not null,
  next_look_at bigint not null,
  needs_action_at bigint,
  succeeded_at bigint,
  failed_at bigint,
  failure text
);
insert into refunds (id, payment_id, intent_id, amount_cents, reason, attempt, provider_id, created_at, next_look_at, succeeded_at)
  select id, id, intent_id, amount_cents, coalesce(refund_reason, 'already_paid'), 1, refund_id, refund_due_at, refund_due_at, refunded_at
  from payments where refund_due_at is not null and intent_id is not null;
create unique index refunds_provider on refunds (provider_id) where provider_id is not null;
create index refunds_intent on refunds (intent_id);
create index refunds_open on refunds (next_look_at) where succeeded_at is null and failed_at is null;
create index refunds_failed on refunds (failed_at) where failed_at is not null;
create index refunds_needing_action on refunds (needs_action_at) where needs_action_at is not null;

-- received_cents: what has come. kept_at: the order was paid with it. declines: how many cards the provider has declined for it, as far as we know.
alter table payments add column received_cents bigint;
alter table payments add column kept_at bigint;
alter table payments add column declines bigint not null default 0;
update payments set received_cents = amount_cents where succeeded_at is not null;
update payments set kept_at = succeeded_at where succeeded_at is not null and refund_due_at is null;
drop index payments_kept;
drop index payments_refunds;
alter table payments drop column refunded_at;
alter table payments drop column refund_id;
alter table payments drop column refund_reason;
alter table payments drop column refund_due_at;
create unique index payments_kept on payments (booking_id) where kept_at is not null;

-- Buyers who went to their bank. The id is the provider's.
create table disputes (
  id text primary key,
  intent_id text not null,
  amount_cents bigint not null,
  reason text not null,
  opened_at bigint not null,
  won_at bigint,
  lost_at bigint
);
create index disputes_intent on disputes (intent_id);
create index disputes_open on disputes (opened_at) where won_at is null and lost_at is null;

-- Charges of this shop at the provider for which it has no order, as after restoring an older backup.
create table stray_payments (
  intent_id text primary key,
  amount_cents bigint not null,
  email text,
  description text,
  charged_at bigint not null,
  found_at bigint not null
);

-- Which shop this is: several may share one account at the provider. One row, made when it is first asked for.
create table shop_identity (
  id text primary key
);

-- What became of the money of a paid order, written together with the rows above.
alter table bookings add column refunded_cents bigint not null default 0;
alter table bookings add column refunded_at bigint;
alter table bookings add column refund_failed_at bigint;
alter table bookings add column disputed_at bigint;
