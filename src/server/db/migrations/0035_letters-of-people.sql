-- Whose a letter is, as an id: an e-mail is free for others once its account is gone. Without one it belongs to nobody who
-- has an account. Of the letters from before only those are anybody's whose address never was another account's.
alter table outbox add column user_id text;
update outbox set user_id = (
  select users.id from users
  where users.email = outbox.recipient and users.removed_at is null and users.created_at <= outbox.created_at
    and not exists (select 1 from users as other where other.email = users.email and other.id <> users.id));
-- Letters go with an account that is removed, but for those that have not left.
delete from outbox where user_id is null and (sent_at is not null or given_up_at is not null)
  and exists (select 1 from users where users.email = outbox.recipient and users.removed_at is not null);
drop index outbox_recipient;
create index outbox_user on outbox (user_id) where user_id is not null;

-- The admin whose e-mail `who` is: at every moment one account had it.
alter table order_events add column admin_id text;
update order_events set admin_id = (
  select users.id from users
  where users.email = order_events.who and users.created_at <= order_events.at
    and (users.removed_at is null or users.removed_at >= order_events.at)
  order by users.created_at desc limit 1)
  where who like '%@%';
drop index order_events_admin;
create index order_events_admin on order_events (admin_id) where admin_id is not null;

-- The account that had this e-mail when the charge was found.
alter table stray_payments add column user_id text;
update stray_payments set user_id = (
  select users.id from users
  where users.email = stray_payments.email and users.removed_at is null and users.created_at <= stray_payments.found_at
    and not exists (select 1 from users as other where other.email = users.email and other.id <> users.id));

-- Since when codes are wanted, whatever app makes them: factors that are new go with a password that is chosen by letter.
alter table totp_secrets add column on_since bigint;
update totp_secrets set on_since = 0 where secret is not null;

-- Erasures of which the card provider was not told yet take turns: the one that was tried longest ago comes first.
alter table erasures add column tried_at bigint not null default 0;
drop index erasures_untold;
create index erasures_untold on erasures (tried_at) where provider_told_at is null;
