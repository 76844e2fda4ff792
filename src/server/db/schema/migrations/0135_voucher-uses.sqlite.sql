-- Uses are counted by the code as it looks (domain/voucher.ts), so a code that is spelled in another way keeps them.
drop index payments_voucher;
create index payments_voucher on payments
  (replace(replace(replace(voucher, 'O', '0'), 'I', '1'), 'L', '1'), created_at) where voucher > '';

-- A lock needs no row (store/voucher-uses.ts).
drop table voucher_counters;

-- SQLite changes a check only by rebuilding the table: canceling an order that a voucher has covered gives nothing back.
create table refunds_rebuilt (
  id text primary key,
  payment_id text references payments (id),
  order_id text references orders (id),
  intent_id text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  reason text not null,
  asked_by text references users (id),
  note text,
  restocked bigint not null default 0 check (restocked >= 0),
  idempotency_key text,
  attempt bigint not null,
  provider_id text,
  created_at bigint not null,
  next_look_at bigint not null,
  needs_action_at bigint,
  succeeded_at bigint,
  failed_at bigint,
  failure text
);
insert into refunds_rebuilt
  (id, payment_id, order_id, intent_id, amount_minor, reason, asked_by, note, restocked, idempotency_key, attempt,
    provider_id, created_at, next_look_at, needs_action_at, succeeded_at, failed_at, failure)
  select id, payment_id, order_id, intent_id, amount_minor, reason, asked_by, note, restocked, idempotency_key, attempt,
    provider_id, created_at, next_look_at, needs_action_at, succeeded_at, failed_at, failure
  from refunds;
drop table refunds;
alter table refunds_rebuilt rename to refunds;
create index refunds_intent on refunds (intent_id);
create index refunds_open on refunds (next_look_at) where succeeded_at is null and failed_at is null;
create index refunds_failed on refunds (failed_at) where failed_at is not null;
create index refunds_needing_action on refunds (needs_action_at) where needs_action_at is not null;
create unique index refunds_key on refunds (asked_by, idempotency_key) where idempotency_key is not null;
create unique index refunds_provider on refunds (provider_id, coalesce(order_id, '')) where provider_id is not null;
create index refunds_succeeded on refunds (succeeded_at) where succeeded_at is not null;
create index refunds_order on refunds (order_id);
