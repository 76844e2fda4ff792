-- Receipts and whatever else is about money leave first (0), then what concerns somebody's account (1), then news (2).
-- What a program of before writes is 0.
alter table outbox add column priority bigint not null default 0;
drop index outbox_due;
create index outbox_due on outbox (priority, next_try_at) where sent_at is null and given_up_at is null;
